// Follows the public log of this site: that a match is in it, and that it has only grown since the
// last visit (docs/public-log.md). Read it with what it imports: it is all that there is.

import { bytes, hex, unhex } from "./bytes.js";
import { keepKey, signatureOn } from "./log_key.js";
import { hmac, sha256 } from "./sha256.js";

const KEPT = "public-log";
const LOOKED = "public-log-look";
const EMPTY = sha256(new Uint8Array());
const unbase64 = (text) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
const same = (one, other) => hex(one) === hex(other);

const leaf = (entry) => sha256(bytes(new Uint8Array([0]), entry));
const node = (left, right) => sha256(bytes(new Uint8Array([1]), left, right));
const odd = (number) => number % 2 === 1;
const half = (number) => Math.floor(number / 2);

/** What a checkpoint says: the name of the log, how many entries it has, and its root; with its note. */
export function readCheckpoint(note) {
  const [origin, size, root] = note.split("\n");
  return { origin, size: Number(size), root: unbase64(root), note };
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
  const found = rootByInclusion(index, checkpoint.size, entry, lines.slice(2).map(unbase64));
  return found !== null && same(found, checkpoint.root) ? { index, checkpoint } : null;
}

/** What this browser keeps of its last visit. */
export function kept() {
  const text = localStorage.getItem(KEPT);
  return text === null ? null : readCheckpoint(text);
}

/**
 * Compare the log with that of the last visit, and keep what it is now. Returns what was found
 * ("first", "same", "grown", "other" for a log by another name, "back" for one that is shorter,
 * "rewritten", "unsigned" for a checkpoint without a signature of the key that was kept), both
 * checkpoints, and whether the new one is signed: null where this browser cannot tell. What was kept
 * stays where something is wrong; a log by another name takes its place only if it `acceptsOther`.
 * "none" is where nothing can be compared: the site does not answer, or this browser keeps nothing.
 */
export async function follow({ acceptsOther = false } = {}) {
  try {
    return await looked(acceptsOther);
  } catch {
    return { found: "none" };
  }
}

/** Whether something was wrong when this browser last compared. */
export const isWrong = () => JSON.parse(localStorage.getItem(LOOKED))?.isWrong ?? false;

async function looked(acceptsOther) {
  const answer = await fetch("/log/checkpoint", { cache: "no-cache" });
  if (!answer.ok) return { found: "none" };
  const note = await answer.text();
  const [before, now] = [kept(), readCheckpoint(note)];
  const { isSigned, key } = await signatureOn(note, now.origin);
  const found = isSigned === false ? "unsigned" : await compared(before, now);
  const isAccepted = ["first", "same", "grown"].includes(found) || (found === "other" && acceptsOther);
  if (isAccepted) {
    localStorage.setItem(KEPT, note);
    keepKey(key);
  }
  localStorage.setItem(LOOKED, JSON.stringify({ at: Date.now(), isWrong: !isAccepted }));
  return { found, before, now, isSigned };
}

async function compared(before, now) {
  if (before === null) return "first";
  if (before.origin !== now.origin) return "other";
  if (before.size > now.size) return "back";
  if (!(await isContinued(before, now))) return "rewritten";
  return before.size === now.size ? "same" : "grown";
}

/** Whether the site proves that one checkpoint continues another. */
async function isContinued(before, now) {
  if (before.size === now.size) return same(before.root, now.root);
  const answer = await fetch(`/log/consistency/${before.size}/${now.size}`);
  if (!answer.ok) return false;
  const proof = (await answer.text()).split("\n").filter(Boolean).map(unbase64);
  return isConsistent(before.size, now.size, before.root, now.root, proof);
}

/**
 * Whether a checkpoint is of the log that this browser has kept: neither came to be without the
 * other. Null where it has kept none of that name.
 */
export async function isOfKept(checkpoint) {
  const own = kept();
  if (own === null || own.origin !== checkpoint.origin) return null;
  return own.size < checkpoint.size ? isContinued(own, checkpoint) : isContinued(checkpoint, own);
}
