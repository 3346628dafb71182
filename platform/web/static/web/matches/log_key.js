// The key of the public log that this browser has first seen to sign, and what has taken its place.

import { shownAt } from "./log_answers.js";
import { isSignedBy } from "./note_signature.js";
import { sizeIn } from "./public_log.js";

const KEPT = "public-log-key";
const ROTATION = "cutpurse-key-rotation/1";

const nameOf = (key) => key.split("+")[0];
const linesOf = async (address) => (await shownAt(address)).split("\n").filter(Boolean);

/** The keys kept for the log of a name, the newest first, and up to which size of the log each may sign. */
function keptFor(origin) {
  const lines = (localStorage.getItem(KEPT) ?? "").split("\n").filter((line) => nameOf(line) === origin);
  return lines.map((line) => {
    const [key, until] = line.split(" ");
    return { key, until: until === undefined ? Infinity : Number(until) };
  });
}

function keepAll(keys) {
  const lines = keys.map(({ key, until }) => (until === Infinity ? key : `${key} ${until}`));
  localStorage.setItem(KEPT, lines.join("\n"));
}

/** What a line of /log/rotations says: which key follows which, from which size on. Null for no such line. */
function readRotation(line) {
  try {
    const { note } = JSON.parse(line);
    const [head, size, ...pairs] = note.slice(0, note.lastIndexOf("\n\n")).split("\n");
    return head === ROTATION ? { note, size: sizeIn(size), pairs: pairs.map((pair) => pair.split(" ")) } : null;
  } catch {
    // Nobody follows a note that cannot be read, and what it does not say has not happened.
    return null;
  }
}

/** Keys with those in front that have taken their place, by notes that both have signed. */
async function followed(keys) {
  let found = keys;
  for (const rotation of (await linesOf("/log/rotations")).map(readRotation).filter(Boolean)) {
    const [{ key }] = found;
    const after = rotation.pairs.find(([before]) => before === key)?.[1];
    if (after === undefined || after === key || nameOf(after) !== nameOf(key)) continue;
    if (!(await isSignedBy(rotation.note, key)) || !(await isSignedBy(rotation.note, after))) continue;
    const older = found.map((each) => ({ ...each, until: Math.min(each.until, rotation.size) }));
    found = [{ key: after, until: Infinity }, ...older];
  }
  return found;
}

/** The first key that the site shows for a log and that has signed a checkpoint of it, or null. */
async function shownSigner({ note, origin }) {
  for (const key of await linesOf("/log/keys")) {
    if (nameOf(key) === origin && (await isSignedBy(note, key))) return key;
  }
  return null;
}

/**
 * Whether the log's key has signed a checkpoint, and the key to keep where this browser has none. Null
 * where nothing can be said: no key that is known, or no Ed25519 in this browser. A key that has taken
 * the place of a kept one is kept at once, and an old one counts no further than when it was replaced:
 * whoever has stolen it signs no more. Throws where the site does not answer.
 */
export async function signatureOn(checkpoint) {
  const known = keptFor(checkpoint.origin);
  if (known.length === 0) {
    const key = await shownSigner(checkpoint);
    return { isSigned: key === null ? null : true, key };
  }
  if ((await isSignedBy(checkpoint.note, known[0].key)) === null) return { isSigned: null, key: null };
  const keys = await followed(known);
  if (keys.length > known.length) keepAll(keys);
  for (const { key, until } of keys) {
    if (checkpoint.size <= until && (await isSignedBy(checkpoint.note, key))) return { isSigned: true, key: null };
  }
  return { isSigned: false, key: null };
}

/** The key that this browser goes by, or null. */
export const keptKey = () => localStorage.getItem(KEPT)?.split("\n")[0] ?? null;

/** Keep the first key for later visits. */
export const keepKey = (key) => key !== null && localStorage.setItem(KEPT, key);

/** Forget all keys: the next one that the site shows and that has signed is kept. */
export const forgetKeys = () => localStorage.removeItem(KEPT);
