// Checks in your browser that the server did not choose the cards. Read it: it is all that there is.
// It shows that the log is consistent, not that it is the match that was played (docs/fair-draws.md).
//
// What it checks is written down in bytes in docs/fair-draws.md (the scheme fair/1) and
// docs/events.md (the chain of hashes), and in docs/public-log.md. It needs nothing but SHA-256 and HMAC.

import { bytes, hex, unhex } from "./bytes.js";
import { checkInclusion } from "./public_log.js";
import { hmac, sha256 } from "./sha256.js";

/** What the server must have published before anybody sat down (step 1). */
export const commitment = (seed, match) => sha256(bytes("fair-commit/1\0", match, "\0", seed));

/** What every draw of the match comes from (step 3). */
export function root(seed, match, clientSeeds) {
  const parts = [];
  for (const { seat, client_seed } of [...clientSeeds].sort((one, other) => one.seat - other.seat)) {
    parts.push("\0", `${seat}=`, sha256(bytes(client_seed)));
  }
  return hmac(seed, bytes("fair/1\0", match, ...parts));
}

/** The stream of one label: words of 32 bits, big-endian (step 4). */
export class Draw {
  constructor(key) {
    this.key = key;
    this.counter = 0n;
    this.words = [];
  }

  static of(rootBytes, label) {
    return new Draw(hmac(rootBytes, bytes("draw\0", label)));
  }

  word() {
    if (!this.words.length) {
      const counter = new DataView(new ArrayBuffer(8));
      counter.setBigUint64(0, this.counter);
      const block = new DataView(hmac(this.key, new Uint8Array(counter.buffer)).buffer);
      for (let place = 0; place < 32; place += 4) this.words.push(block.getUint32(place));
      this.counter += 1n;
    }
    return this.words.shift();
  }

  /** A whole number from 0 to n - 1, each as likely as any other. */
  below(n) {
    const limit = 2 ** 32 - (2 ** 32 % n);
    let word = this.word();
    while (word >= limit) word = this.word();
    return word % n;
  }

  /** The numbers from 0 to n - 1 in drawn order. */
  shuffle(n) {
    const order = Array.from({ length: n }, (_, place) => place);
    for (let place = n - 1; place > 0; place -= 1) {
      const other = this.below(place + 1);
      [order[place], order[other]] = [order[other], order[place]];
    }
    return order;
  }
}

/** Draw everything again; return what does not fit, or null. */
export function checkDraws(proof) {
  const seed = unhex(proof.seed);
  if (hex(commitment(seed, proof.match)) !== proof.commitment) return "commitment";
  const from = root(seed, proof.match, proof.client_seeds);
  const streams = new Map();
  for (const { label, kind, n, result } of proof.draws) {
    if (!streams.has(label)) streams.set(label, Draw.of(from, label));
    const drawn = kind === "below" ? streams.get(label).below(n) : streams.get(label).shuffle(n);
    if (JSON.stringify(drawn) !== JSON.stringify(result)) return label;
  }
  return null;
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

const filled = (words, values) => words.replace(/\{(\w+)\}/g, (_, name) => values[name]);

function logged(header, seed, last, verdict) {
  if (header.log === undefined) return verdict.dataset.unlogged;
  const found = checkInclusion(header, seed, last);
  if (found === null) return verdict.dataset.mislogged;
  const { index, checkpoint } = found;
  return filled(verdict.dataset.logged, { entry: index, origin: checkpoint.origin, size: checkpoint.size });
}

async function check(button, verdict) {
  const proof = await (await fetch(button.dataset.proof)).json();
  if (proof.seed === null) return verdict.dataset.early;
  const text = await (await fetch(button.dataset.log)).text();
  const [header, ...events] = text.trim().split("\n").map((line) => JSON.parse(line));
  const wrong = checkDraws(proof) ?? checkPromise(proof, events) ?? checkChain(proof.match, events);
  if (wrong !== null) return filled(verdict.dataset.bad, { what: wrong });
  const good = filled(verdict.dataset.good, { draws: proof.draws.length, events: events.length });
  return `${good} ${logged(header, unhex(proof.seed), events.at(-1), verdict)}`;
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
