// Bytes and texts.

const utf8 = new TextEncoder();

/** Put texts and bytes behind one another. */
export function bytes(...parts) {
  const all = parts.map((part) => (typeof part === "string" ? utf8.encode(part) : part));
  const joined = new Uint8Array(all.reduce((length, part) => length + part.length, 0));
  let end = 0;
  for (const part of all) {
    joined.set(part, end);
    end += part.length;
  }
  return joined;
}

export const hex = (data) => [...data].map((byte) => byte.toString(16).padStart(2, "0")).join("");
export const unhex = (text) => Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));
/** The bytes that base64 stands for; throws for what is none. */
export const unbase64 = (text) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));

/** Words with values in place of their names, as in {count}. */
export const filled = (words, values) => words.replace(/\{(\w+)\}/g, (_, name) => values[name]);
