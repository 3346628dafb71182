// Says whether the public log holds the end of a match: in a checkpoint which the log's key has signed,
// and which is of the very log that this browser has kept.

import { filled } from "./bytes.js";
import { follow, isOfKept } from "./log_follow.js";
import { signatureOn } from "./log_key.js";
import { entryOf, proves } from "./public_log.js";

/** What is found of a match, by its header, its secret and its last event, in the page's words. */
export async function logged(header, seed, last, words) {
  if (!header.log) return words.unlogged;
  const found = proves(header.log, entryOf(header.match, seed, last));
  if (found === null) return words.mislogged;
  const { index, checkpoint } = found;
  // Whoever is here for the first time keeps the log as it is now.
  await follow();
  // What the site does not answer now shows nothing.
  const { isSigned } = await signatureOn(checkpoint).catch(() => ({ isSigned: null }));
  const isKept = await isOfKept(checkpoint).catch(() => null);
  if (isSigned === false) return words.unsigned;
  if (isKept === false) return words.foreign;
  const place = { entry: index, origin: checkpoint.origin, size: checkpoint.size };
  const asKept = isKept ? words.continued : words.unkept;
  return [filled(words.logged, place), asKept, isSigned ? words.signed : words.unlooked].join(" ");
}
