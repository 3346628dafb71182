// Follows the public log of this site: what this browser keeps of its last visit, and whether the log
// has only grown since.

import { shownAt, textAt } from "./log_answers.js";
import { forgetKeys, keepKey, signatureOn } from "./log_key.js";
import { isConsistent, readCheckpoint, readHashes, same, UnreadableError } from "./public_log.js";

const KEPT = "public-log";
const LOOKED = "public-log-look";
const ACCEPTED = ["first", "same", "grown"];
/** Longer than a checkpoint lies in a cache. */
const CACHED_MS = 3000;
const DAY_MS = 24 * 60 * 60 * 1000;

/** What this browser keeps of its last visit. */
export function kept() {
  const text = localStorage.getItem(KEPT);
  return text === null ? null : readCheckpoint(text);
}

/**
 * Compare the log with that of the last visit, and keep what it is now. Returns what was found
 * ("first", "same", "grown", "other" for a log by another name, "back" for one that is shorter,
 * "rewritten", "unsigned" for a checkpoint without a signature of the key that was kept, "unreadable"
 * for a text that is no checkpoint), both checkpoints, the `text` that the site shows, and whether that
 * is signed: null where this browser cannot tell. What was kept stays where something is wrong; a log
 * by another name takes its place only if it `acceptsOther`. "none" is where nothing can be compared:
 * the site does not answer, or this browser keeps nothing.
 */
export async function follow({ acceptsOther = false } = {}) {
  try {
    let result = await looked();
    if (result.found === "back") {
      // A cache may have answered what was the newest a moment ago.
      await new Promise((resolve) => setTimeout(resolve, CACHED_MS));
      result = await looked();
    }
    remember(result, acceptsOther);
    return result;
  } catch {
    return { found: "none", before: null };
  }
}

/** Keep a checkpoint that the site shows in the place of another one which it does not continue. */
export function keepInstead({ note }) {
  forgetKeys();
  localStorage.setItem(KEPT, note);
  return follow();
}

const lastLook = () => JSON.parse(localStorage.getItem(LOOKED)) ?? { at: 0 };

/** Whether something was wrong when this browser last compared. */
export const isWrong = () => lastLook().isWrong ?? false;

/** Whether the site has not shown its log for more than a day, however often this browser asked. */
export const isLongUnshown = () => Date.now() - (lastLook().unshownSince ?? Date.now()) > DAY_MS;

async function looked() {
  // Before the site is asked: meanwhile another tab may keep a later checkpoint.
  const before = kept();
  let text;
  try {
    text = await shownAt("/log/checkpoint");
    const now = readCheckpoint(text);
    const { isSigned, key } = await signatureOn(now);
    const found = isSigned === false ? "unsigned" : await compared(before, now);
    return { found, before, now, text, isSigned, key };
  } catch (error) {
    const isUnreadable = error instanceof UnreadableError && before !== null;
    return { found: isUnreadable ? "unreadable" : "none", before, text };
  }
}

function remember({ found, before, now, key }, acceptsOther) {
  if (found === "none") {
    const last = lastLook();
    if (before !== null) keepLook({ ...last, unshownSince: last.unshownSince ?? Date.now() });
    return;
  }
  const isAccepted = ACCEPTED.includes(found) || (found === "other" && acceptsOther);
  if (isAccepted) {
    keepLater(now);
    keepKey(key);
  }
  keepLook({ at: Date.now(), isWrong: !isAccepted });
}

const keepLook = (look) => localStorage.setItem(LOOKED, JSON.stringify(look));

/** Keep a checkpoint, but for a larger one that another tab has kept meanwhile. */
function keepLater({ origin, size, note }) {
  const other = kept();
  if (other === null || other.origin !== origin || other.size <= size) localStorage.setItem(KEPT, note);
}

async function compared(before, now) {
  if (before === null) return "first";
  if (before.origin !== now.origin) return "other";
  if (before.size > now.size) return "back";
  if (!(await isContinued(before, now))) return "rewritten";
  return before.size === now.size ? "same" : "grown";
}

/** Whether the site proves that one checkpoint continues another; throws where it does not answer. */
async function isContinued(before, now) {
  if (before.size === now.size) return same(before.root, now.root);
  const text = await textAt(`/log/consistency/${before.size}/${now.size}`);
  // The site has signed both sizes, so it must have a proof from one to the other.
  if (text === null) return false;
  try {
    return isConsistent(before.size, now.size, before.root, now.root, readHashes(text));
  } catch (error) {
    if (error instanceof UnreadableError) return false;
    throw error;
  }
}

/**
 * Whether a checkpoint is of the log that this browser has kept: neither came to be without the
 * other. Null where it has kept none of that name; throws where the site does not answer.
 */
export async function isOfKept(checkpoint) {
  const own = kept();
  if (own === null || own.origin !== checkpoint.origin) return null;
  return own.size < checkpoint.size ? isContinued(own, checkpoint) : isContinued(checkpoint, own);
}
