// Compares the receipts that this browser has kept of a match with its log, once the secret is known.

import { hex, unhex } from "./bytes.js";
import { entryOf, proves } from "./public_log.js";
import { receiptsOf } from "./receipts.js";

/**
 * The version of the first receipt that does not fit the log of a match, or null; and how many fit.
 * A receipt fits where the log has, up to its version, the very events that it was given for.
 */
export function checkReceipts(match, seed, events) {
  const all = receiptsOf(match);
  const other = all.find(({ version, entry, proof }) => {
    const event = events[version - 1];
    if (event === undefined) return true;
    const wanted = entryOf(match, unhex(seed), event);
    return hex(wanted) !== entry || proves(proof, wanted) === null;
  });
  return { wrong: other === undefined ? null : other.version, kept: all.length };
}
