// Your part in the chance of a deal: your browser promises 32 bytes, and shows them once the server has
// sealed all promises. Nobody can choose the deal then: the server was bound before you promised, and
// you were bound before anybody showed a share. The bytes are in docs/fair-draws.md.

import { bytes, hex, unhex } from "./bytes.js";
import { beaconOf, promise } from "./fair_2.js";
import { hmac } from "./sha256.js";

const KEY = "share-key";
const PROMISED = "promised:";
const SEAL = "seal:";
const KEPT_MAX = 200;

/** The key that all shares of this browser come from, so that a reload shows the same ones. */
function ownKey() {
  const found = localStorage.getItem(KEY);
  if (found) return unhex(found);
  const made = crypto.getRandomValues(new Uint8Array(32));
  localStorage.setItem(KEY, hex(made));
  return made;
}

const placeOf = ({ deal, attempt }, seat) => `${deal}/${attempt}/${seat}`;
const shareOf = ({ deal, attempt }, seat) =>
  hmac(ownKey(), bytes("share\0", deal, "\0", `${attempt}`, "\0", `${seat}`));

/** Keep a text; the oldest of its kind go when there are too many. */
function keep(kind, place, text) {
  localStorage.setItem(kind + place, JSON.stringify({ at: Date.now(), text }));
  const kept = Object.keys(localStorage).filter((name) => name.startsWith(kind));
  const age = (name) => JSON.parse(localStorage.getItem(name)).at;
  for (const name of kept.sort((one, other) => age(other) - age(one)).slice(KEPT_MAX)) localStorage.removeItem(name);
}

function kept(kind, place) {
  const found = localStorage.getItem(kind + place);
  return found === null ? null : JSON.parse(found).text;
}

/** The seal that this browser was shown for an attempt, or null. */
export const keptSeal = (deal, attempt) => kept(SEAL, `${deal}/${attempt}`);

/** What to send as a promise. */
export function promised(asked, seat) {
  const text = hex(promise(asked.deal, asked.attempt, seat, shareOf(asked, seat)));
  keep(PROMISED, placeOf(asked, seat), `${asked.commitment} ${asked.bind} ${text}`);
  return text;
}

/** Whether what the server keeps as the promise for an attempt is this browser's, and not another device's. */
export const hasPromised = (asked, seat) =>
  asked.promised !== "" && kept(PROMISED, placeOf(asked, seat))?.split(" ")[2] === asked.promised;

/** What was agreed before the seal, in words for whoever is to be shown that. */
function agreement({ deal, attempt }, seat, known) {
  const [commitment, bind, text] = known.split(" ");
  return `promised for ${deal}, attempt ${attempt}\n${commitment}\n${bind}\n${seat}=${text}\n`;
}

/** What a seal says otherwise than was agreed: `two`, `wrong`, `left_out` or `other`; null if nothing. */
function fault(asked, seat, known, before) {
  const [commitment, bind, text] = known.split(" ");
  const [said] = asked.seal.split("\n\n");
  const [version, deal, attempt, sealedCommitment, sealedBind, , ...roll] = said.split("\n");
  if (before !== null && before !== asked.seal) return "two";
  const isOfDeal =
    version === "cutpurse-seal/2" &&
    deal === asked.deal &&
    attempt === `${asked.attempt}` &&
    sealedCommitment === commitment &&
    // What a draw hangs on is fixed by its seal.
    (bind === "" || sealedBind === bind) &&
    beaconOf(said) !== null;
  if (!isOfDeal) return "wrong";
  if (roll.includes(`${seat}=${text}`)) return null;
  return roll.some((line) => line.startsWith(`${seat}=`)) ? "other" : "left_out";
}

/**
 * What this browser makes of a seal: the share to show, or what is wrong and the two texts that tell so.
 * Null where it has promised nothing.
 */
export function judged(asked, seat) {
  const known = kept(PROMISED, placeOf(asked, seat));
  if (known === null || !asked.seal) return null;
  const before = keptSeal(asked.deal, asked.attempt);
  if (before === null) keep(SEAL, `${asked.deal}/${asked.attempt}`, asked.seal);
  const wrong = fault(asked, seat, known, before);
  const first = wrong === "two" ? before : agreement(asked, seat, known);
  return { share: wrong === null ? hex(shareOf(asked, seat)) : null, wrong, texts: [first, asked.seal] };
}

/** The texts that tell that a deal was made without what was promised for it: that, and its seals. */
export const dealtWithout = (asked, seat, seals) => [
  agreement(asked, seat, kept(PROMISED, placeOf(asked, seat))),
  seals.join("\n") || "no seal\n",
];
