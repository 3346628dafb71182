// The pages of an event and their parts, kept for the time without network by the service worker,
// through which they are fetched here. They are for whoever is signed in, and go when they leave.

const EVERY_MS = 20_000;
const PART = /(?:from|import)\s*\(?["'](\.[^"']+)["']/g;

/** Fetch a style or script that is not kept yet, and what it imports. */
async function keepPart(url, seen) {
  if (seen.has(url)) return;
  seen.add(url);
  if (await caches.match(url)) return;
  const text = await (await fetch(url)).text();
  for (const [, path] of text.matchAll(PART)) await keepPart(new URL(path, url).href, seen);
}

/** Fetch a page, and the parts that it names. */
async function keepPage(path, seen) {
  const answer = await fetch(path, { headers: { "X-Keep": "yes" } });
  if (!answer.ok) return;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  for (const each of page.querySelectorAll("link[rel=stylesheet], script[src], link[rel=icon]")) {
    await keepPart(new URL(each.getAttribute("href") ?? each.getAttribute("src"), location.href).href, seen);
  }
}

/** Keep an event's pages as they stand, not more often than they change; a table's page once. */
export async function keepPages({ pages, version }, { account, slug }) {
  if (!navigator.serviceWorker) return;
  await navigator.serviceWorker.ready;
  if (!navigator.serviceWorker.controller) {
    await new Promise((resolve) => navigator.serviceWorker.addEventListener("controllerchange", resolve, { once: true }));
  }
  const at = `offline ${slug}`;
  const [known, time] = (sessionStorage.getItem(at) ?? "").split(" ").map(Number);
  const kept = await caches.open(`offline-${account}`);
  const isFresh = known === version || Date.now() - time < EVERY_MS;
  if (isFresh && (await kept.match(pages[0]))) return;
  sessionStorage.setItem(at, `${version} ${Date.now()}`);
  const seen = new Set();
  for (const path of [location.pathname, ...pages]) {
    if (path.includes("/tables/") && (await kept.match(path))) continue;
    await keepPage(path, seen);
  }
  document.documentElement.dataset.kept = version;
}
