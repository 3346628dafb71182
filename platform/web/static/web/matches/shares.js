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

/** What to send as the share, or null where the seal is not what was agreed. */
export function shown(asked, seat) {
  const known = kept(PROMISED, placeOf(asked, seat));
  if (known === null || !asked.seal) return null;
  const [committed, bind, text] = known.split(" ");
  const [said] = asked.seal.split("\n\n");
  const [version, deal, attempt, sealedCommitment, sealedBind, , ...roll] = said.split("\n");
  const before = keptSeal(asked.deal, asked.attempt);
  const isAsAgreed =
    version === "cutpurse-seal/2" &&
    deal === asked.deal &&
    attempt === `${asked.attempt}` &&
    sealedCommitment === committed &&
    // What a draw hangs on is fixed by its seal.
    (bind === "" || sealedBind === bind) &&
    beaconOf(said) !== null &&
    roll.includes(`${seat}=${text}`) &&
    (before === null || before === asked.seal);
  if (before === null) keep(SEAL, `${asked.deal}/${asked.attempt}`, asked.seal);
  return isAsAgreed ? hex(shareOf(asked, seat)) : null;
}
