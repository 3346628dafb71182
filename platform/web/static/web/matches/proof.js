// Checks in your browser that the server did not choose the cards. Read it: it is all that there is.
// It shows that the log is consistent, not that it is the match that was played (docs/fair-draws.md).
//
// What it checks is written down in bytes in docs/fair-draws.md (the schemes fair/1 and fair/2),
// docs/events.md (the chain of hashes), and docs/public-log.md. It needs nothing but SHA-256 and HMAC.

import { bytes, filled, hex, unhex } from "./bytes.js";
import * as fair1 from "./fair_1.js";
import * as fair2 from "./fair_2.js";
import { logged } from "./log_check.js";
import { checkReceipts } from "./receipt_check.js";
import { sha256 } from "./sha256.js";
import { keptSeal } from "./shares.js";

/** Draw everything again; return what does not fit, or null. */
const checkDraws = (proof) => (proof.scheme === "fair/2" ? fair2 : fair1).checkDraws(proof);

/** The seals that this browser was shown must be those of the proof; return the first other one, or null. */
export function checkSeals(proof) {
  const other = (proof.attempts ?? []).find(({ attempt, seal }) => {
    const kept = keptSeal(proof.deal, attempt);
    return kept !== null && kept.split("\n\n")[0] + "\n" !== seal;
  });
  return other === undefined ? null : `seal ${other.attempt}`;
}

/** A value as canonical JSON: sorted keys, no spaces. */
export function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  const keys = Object.keys(value).sort((one, other) => (one < other ? -1 : 1));
  return `{${keys.map((key) => `${JSON.stringify(key)}:${canonical(value[key])}`).join(",")}}`;
}

/** What the hash of an event covers: under chain 2, which has `by`, its author and schema as well. */
export function line({ at, by, data, schema = 1, type, version }) {
  const author = by === undefined ? "" : `"by":"${by}",`;
  const form = by === undefined ? "" : `"schema":${schema},`;
  return `{"at":"${at}",${author}"data":${canonical(data)},${form}"type":"${type}","version":${version}}`;
}

/** Follow the hashes from event to event; return the version of the first that does not fit, or null. */
export function checkChain(match, events) {
  let before = sha256(bytes("cutpurse-chain/1\0match\0", match));
  let hasAuthor = false;
  for (const [index, event] of events.entries()) {
    const { by, hash, version } = event;
    if (version !== index + 1 || (hasAuthor && by === undefined)) return version;
    hasAuthor = by !== undefined;
    before = sha256(bytes(before, line(event)));
    if (hex(before) !== hash) return version;
  }
  return null;
}

/** The seed in the log must be the seed of the proof, and the promise the one that opened the match. */
export function checkPromise(proof, events) {
  const seed = events.at(-1).data.seed;
  if (seed !== proof.seed) return "seed";
  return events[0].data.commitment === proof.commitment ? null : "commitment";
}

async function check(button, verdict) {
  const proof = await (await fetch(button.dataset.proof)).json();
  if (proof.seed === null) return verdict.dataset.early;
  const text = await (await fetch(button.dataset.log)).text();
  const [header, ...events] = text.trim().split("\n").map((line) => JSON.parse(line));
  const wrong = checkSeals(proof) ?? checkDraws(proof) ?? checkPromise(proof, events) ?? checkChain(proof.match, events);
  if (wrong !== null) return filled(verdict.dataset.bad, { what: wrong });
  const receipts = checkReceipts(proof.match, proof.seed, events);
  if (receipts.wrong !== null) return filled(verdict.dataset.rewritten, { version: receipts.wrong });
  const good = filled(verdict.dataset.good, { draws: proof.draws.length, events: events.length });
  const asKept = receipts.kept === 0 ? "" : ` ${filled(verdict.dataset.receipts, { count: receipts.kept })}`;
  const inLog = await logged(header, unhex(proof.seed), events.at(-1), verdict.dataset);
  return `${good} ${inLog}${asKept}`;
}

const button = document.querySelector("[data-proof]");
const verdict = document.querySelector("#verdict");
button?.addEventListener("click", async () => {
  verdict.textContent = verdict.dataset.checking;
  try {
    verdict.textContent = await check(button, verdict);
  } catch (error) {
    verdict.textContent = filled(verdict.dataset.bad, { what: error.message });
  }
});
