// The public log of this site (docs/public-log.md): what its checkpoints and proofs say, and whether a
// match is in it. Read it with what it imports, and with log_follow.js, which compares it at each visit.

import { bytes, hex, unbase64, unhex } from "./bytes.js";
import { hmac, sha256 } from "./sha256.js";

const EMPTY = sha256(new Uint8Array());
const NUMBER = /^(0|[1-9][0-9]{0,14})$/;
const HASH_BYTES = 32;

/** What the site has answered is not what it should be, so that it cannot be read. */
export class UnreadableError extends Error {}

/** Whether two hashes are the same. */
export const same = (one, other) => hex(one) === hex(other);

const leaf = (entry) => sha256(bytes(new Uint8Array([0]), entry));
const node = (left, right) => sha256(bytes(new Uint8Array([1]), left, right));
const odd = (number) => number % 2 === 1;
const half = (number) => Math.floor(number / 2);

/** The size in a line; throws UnreadableError. */
export function sizeIn(line) {
  if (!NUMBER.test(line)) throw new UnreadableError("size");
  return Number(line);
}

function hashIn(line) {
  let found;
  try {
    found = unbase64(line);
  } catch {
    throw new UnreadableError("hash");
  }
  if (found.length !== HASH_BYTES) throw new UnreadableError("hash");
  return found;
}

/** Hashes one a line; throws UnreadableError. */
export const readHashes = (text) => text.split("\n").filter(Boolean).map(hashIn);

/**
 * What a checkpoint says: the name of the log, how many entries it has, and its root; with its note.
 * Throws UnreadableError.
 */
export function readCheckpoint(note) {
  const [origin, size, root] = note.split("\n");
  if (!origin) throw new UnreadableError("name");
  return { origin, size: sizeIn(size), root: hashIn(root), note };
}

/** The root to which a proof leads from an entry (RFC 9162, 2.1.3.2), or null for one of wrong length. */
export function rootByInclusion(index, size, entry, proof) {
  let [at, last, found] = [index, size - 1, leaf(entry)];
  for (const each of proof) {
    if (last === 0) return null;
    if (odd(at) || at === last) {
      found = node(each, found);
      while (at !== 0 && !odd(at)) [at, last] = [half(at), half(last)];
    } else found = node(found, each);
    [at, last] = [half(at), half(last)];
  }
  return last === 0 ? found : null;
}

/** Whether a proof shows that one tree is the beginning of another (RFC 9162, 2.1.4.2). */
export function isConsistent(first, second, oldRoot, newRoot, proof) {
  if (first === second) return proof.length === 0 && same(oldRoot, newRoot);
  if (first === 0) return proof.length === 0 && same(oldRoot, EMPTY);
  if (first > second || proof.length === 0) return false;
  let [at, last] = [first - 1, second - 1];
  while (odd(at)) [at, last] = [half(at), half(last)];
  const isWhole = Number.isInteger(Math.log2(first));
  const [start, ...rest] = isWhole ? [oldRoot, ...proof] : proof;
  let [old, now] = [start, start];
  for (const each of rest) {
    if (last === 0) return false;
    if (odd(at) || at === last) {
      [old, now] = [node(each, old), node(each, now)];
      while (at !== 0 && !odd(at)) [at, last] = [half(at), half(last)];
    } else now = node(now, each);
    [at, last] = [half(at), half(last)];
  }
  return last === 0 && same(old, oldRoot) && same(now, newRoot);
}

/** What the log holds of a match that is over: its last event, blinded by its secret. */
export function entryOf(match, seed, { version, hash }) {
  const blind = hmac(seed, bytes("blind\0", match));
  return hmac(blind, bytes(`cutpurse-head/1\0match\0${match}\0${version}\0`, unhex(hash)));
}

/** Where a proof shows that a log holds an entry: index and checkpoint, or null where it does not. */
export function proves(proof, entry) {
  const [above, note] = proof.split(/\n\n(.*)/s);
  const lines = above.split("\n").filter((line) => !line.startsWith("extra "));
  const index = Number(lines[1].split(" ")[1]);
  const checkpoint = readCheckpoint(note);
  const found = rootByInclusion(index, checkpoint.size, entry, lines.slice(2).map(hashIn));
  return found !== null && same(found, checkpoint.root) ? { index, checkpoint } : null;
}
