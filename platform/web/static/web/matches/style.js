// How something looks comes with the script that shows it, where a first view does without.

const loaded = new Map();

/** Load a style sheet of this folder, once, and wait until it is there, or cannot be had. */
export function style(name) {
  if (!loaded.has(name)) {
    const link = document.createElement("link");
    link.rel = "stylesheet";
    link.href = new URL(name, import.meta.url);
    loaded.set(name, new Promise((resolve) => (link.onload = link.onerror = resolve)));
    document.head.append(link);
  }
  return loaded.get(name);
}
