// The scheme fair/2 of chance, in bytes as docs/fair-draws.md has it: promises, seals, roots, draws.
// Read it: this and fair_1.js, sha256.js and bytes.js are all that your browser checks a deal with.

import { Draw } from "./fair_1.js";
import { bytes, hex, unhex } from "./bytes.js";
import { hmac, sha256 } from "./sha256.js";

/** Parts joined by one zero byte. */
const joined = (...parts) => bytes(...parts.flatMap((part, place) => (place ? ["\0", part] : [part])));
const at = (number) => `${number}`;

/** What binds the server to the secret of a deal before anybody promises. */
export const commitment = (secret, deal) => sha256(joined("fair-commit/2", deal, secret));

/** What binds a seat to its share. */
export const promise = (deal, attempt, seat, share) =>
  sha256(joined("fair-promise/2", deal, at(attempt), at(seat), share));

/** The text that is sealed; promises and said seeds by seat, as [seat, text in hexadecimal or in clear]. */
export function sealText({ deal, attempt, commitment: committed, bind, beacon = "-", promises, said = [] }) {
  const promised = new Set(promises.map(([seat]) => seat));
  const lines = [
    ...promises.map(([seat, text]) => [seat, `${seat}=${text}\n`]),
    ...said
      .filter(([seat]) => !promised.has(seat))
      .map(([seat, text]) => [seat, `${seat}~${hex(sha256(bytes(text)))}\n`]),
  ].sort(([one], [other]) => one - other);
  const roll = lines.map(([, line]) => line).join("");
  return `cutpurse-seal/2\n${deal}\n${attempt}\n${committed}\n${bind}\n${beacon}\n${roll}`;
}

/** What every draw comes from: shares as [seat, bytes], and the value of a beacon, if there is one. */
export function root(secret, seal, shares, beacon = null) {
  const parts = [...shares]
    .sort(([one], [other]) => one - other)
    .map(([seat, share]) => bytes(`${seat}=`, share));
  if (beacon !== null) parts.push(bytes("beacon=", sha256(beacon)));
  return hmac(secret, joined("fair/2", sha256(bytes(seal)), ...parts));
}

/** Items in drawn order, however they came. */
export function order(from, label, items) {
  const key = hmac(from, bytes("draw\0", label));
  const copies = new Map();
  const keyed = items.map((item) => {
    const copy = copies.get(item) ?? 0;
    copies.set(item, copy + 1);
    return { item, key: hex(hmac(key, joined("item", at(item), at(copy)))) };
  });
  keyed.sort((one, other) => (one.key < other.key ? -1 : 1));
  return keyed.map(({ item }) => item);
}

/** A number under a label; draws go on in one stream. */
export const stream = (from, label) => Draw.of(from, label);

/** The lines of a seal: who has promised what. */
export function promisesOf(seal) {
  const lines = seal.split("\n").slice(6);
  return new Map(
    lines.filter((line) => line.includes("=")).map((line) => [Number(line.split("=")[0]), line.split("=")[1]]),
  );
}

const BEACON = /^(drand [0-9a-f]{64}|nist 2) [1-9][0-9]*$/;

/** The line of a seal that names a public beacon, or "-" where it names none; null for anything else. */
export function beaconOf(seal) {
  const line = seal.split("\n")[5] ?? "";
  return line === "-" || BEACON.test(line) ? line : null;
}

const QUICKNET = "52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971";
const [GENESIS_MS, PERIOD_MS, AFTER_MS] = [1_692_803_367_000, 3_000, 16_000];

/** Whether a line names the first beacon that a seal of a moment could name; of pulses no time tells. */
export function isFirstBeacon(line, at) {
  if (/^nist 2 [1-9][0-9]*$/.test(line)) return true;
  const number = Math.floor((Date.parse(at) + AFTER_MS - GENESIS_MS) / PERIOD_MS) + 2;
  return line === `drand ${QUICKNET} ${number}`;
}

/** What is wrong with the attempts of a proof: the first that is, or null. */
function wrongAttempt(proof) {
  for (const { attempt, seal, withheld, shares, beacon } of proof.attempts) {
    const promised = promisesOf(seal);
    const named = beaconOf(seal);
    const isMissed = named !== "-" && beacon === null;
    if (named === null || (named === "-" && beacon !== null)) return `beacon ${attempt}`;
    const said = proof.client_seeds.filter((each) => each.client_seed !== null);
    const text = sealText({
      deal: proof.deal,
      attempt,
      commitment: proof.commitment,
      bind: proof.bind,
      beacon: named,
      promises: [...promised],
      said: said.map((each) => [each.seat, each.client_seed]),
    });
    if (withheld.length === 0 && !isMissed && text !== seal) return `seal ${attempt}`;
    if (shares.length + withheld.length !== promised.size) return `shares ${attempt}`;
    for (const { seat, share } of shares) {
      if (hex(promise(proof.deal, attempt, seat, unhex(share))) !== promised.get(seat)) return `share ${seat}`;
    }
  }
  return null;
}

/** Draw everything of a match again; return what does not fit, or null. */
export function checkDraws(proof) {
  const secret = unhex(proof.seed);
  if (hex(commitment(secret, proof.deal)) !== proof.commitment) return "commitment";
  const wrong = wrongAttempt(proof);
  if (wrong !== null) return wrong;
  if (!proof.attempts.length) return proof.draws.length ? "seal" : null;
  const { seal, shares, withheld, beacon } = proof.attempts.at(-1);
  if (withheld.length) return proof.draws.length ? "withheld" : null;
  if (beaconOf(seal) !== "-" && beacon === null) return proof.draws.length ? "beacon" : null;
  const value = beacon === null ? null : unhex(beacon);
  const from = root(secret, seal, shares.map(({ seat, share }) => [seat, unhex(share)]), value);
  const streams = new Map();
  for (const { label, kind, n, result } of proof.draws) {
    if (!streams.has(label)) streams.set(label, stream(from, label));
    const drawn = kind === "below" ? streams.get(label).below(n) : order(from, label, [...result]);
    if (JSON.stringify(drawn) !== JSON.stringify(result)) return label;
  }
  return null;
}
