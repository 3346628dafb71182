// The key of the public log that this browser was shown first, and what has taken its place since.

import { isSignedBy } from "./note_signature.js";

const KEPT = "public-log-key";

const linesOf = async (address) => {
  const answer = await fetch(address, { cache: "no-cache" });
  return answer.ok ? (await answer.text()).split("\n").filter(Boolean) : [];
};

/** The key kept for the log of a name, or the one that the site shows for it now; null for none. */
async function keyOf(origin) {
  const isOfLog = (line) => line.split("+")[0] === origin;
  const known = localStorage.getItem(KEPT);
  if (known !== null && isOfLog(known)) return known;
  return (await linesOf("/log/keys")).find(isOfLog) ?? null;
}

/** The key that has taken the place of another one, by notes that both have signed. */
async function successor(key) {
  let now = key;
  for (const line of await linesOf("/log/rotations")) {
    const { note } = JSON.parse(line);
    const after = note.split("\n").find((pair) => pair.startsWith(`${now} `))?.split(" ")[1];
    if (after !== undefined && (await isSignedBy(note, now)) && (await isSignedBy(note, after))) now = after;
  }
  return now;
}

/**
 * Whether the log's key has signed a checkpoint, and which key that is. Null where nothing can be
 * said: no key, or no Ed25519 in this browser.
 */
export async function signatureOn(note, origin) {
  const key = await keyOf(origin);
  if (key === null) return { isSigned: null, key };
  const isSigned = await isSignedBy(note, key);
  if (isSigned !== false) return { isSigned, key };
  const after = await successor(key);
  return after === key ? { isSigned, key } : { isSigned: await isSignedBy(note, after), key: after };
}

/** Keep a key for later visits. */
export const keepKey = (key) => key !== null && localStorage.setItem(KEPT, key);
