// Checks in your browser that the server did not choose the cards. Read it: it is all that there is.
// It shows that the log is consistent, not that it is the match that was played (docs/fair-draws.md).
//
// What it checks is written down in bytes in docs/fair-draws.md (the scheme fair/1) and
// docs/events.md (the chain of hashes). It needs nothing but SHA-256 and HMAC, which the browser has.

const utf8 = new TextEncoder();
const subtle = globalThis.crypto?.subtle;

/** Put texts and bytes behind one another. */
export function bytes(...parts) {
  const all = parts.map((part) => (typeof part === "string" ? utf8.encode(part) : part));
  const joined = new Uint8Array(all.reduce((length, part) => length + part.length, 0));
  let end = 0;
  for (const part of all) {
    joined.set(part, end);
    end += part.length;
  }
  return joined;
}

export const hex = (data) => [...data].map((byte) => byte.toString(16).padStart(2, "0")).join("");
export const unhex = (text) => Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));
const sha256 = async (data) => new Uint8Array(await subtle.digest("SHA-256", data));

async function hmac(key, data) {
  const usable = await subtle.importKey("raw", key, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  return new Uint8Array(await subtle.sign("HMAC", usable, data));
}

/** What the server must have published before anybody sat down (step 1). */
export const commitment = (seed, match) => sha256(bytes("fair-commit/1\0", match, "\0", seed));

/** What every draw of the match comes from (step 3). */
export async function root(seed, match, clientSeeds) {
  const parts = [];
  for (const { seat, client_seed } of [...clientSeeds].sort((one, other) => one.seat - other.seat)) {
    parts.push("\0", `${seat}=`, await sha256(bytes(client_seed)));
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

  static async of(rootBytes, label) {
    return new Draw(await hmac(rootBytes, bytes("draw\0", label)));
  }

  async word() {
    if (!this.words.length) {
      const counter = new DataView(new ArrayBuffer(8));
      counter.setBigUint64(0, this.counter);
      const block = new DataView((await hmac(this.key, new Uint8Array(counter.buffer))).buffer);
      for (let place = 0; place < 32; place += 4) this.words.push(block.getUint32(place));
      this.counter += 1n;
    }
    return this.words.shift();
  }

  /** A whole number from 0 to n - 1, each as likely as any other. */
  async below(n) {
    const limit = 2 ** 32 - (2 ** 32 % n);
    let word = await this.word();
    while (word >= limit) word = await this.word();
    return word % n;
  }

  /** The numbers from 0 to n - 1 in drawn order. */
  async shuffle(n) {
    const order = Array.from({ length: n }, (_, place) => place);
    for (let place = n - 1; place > 0; place -= 1) {
      const other = await this.below(place + 1);
      [order[place], order[other]] = [order[other], order[place]];
    }
    return order;
  }
}

/** Draw everything again; return what does not fit, or null. */
export async function checkDraws(proof) {
  const seed = unhex(proof.seed);
  if (hex(await commitment(seed, proof.match)) !== proof.commitment) return "commitment";
  const from = await root(seed, proof.match, proof.client_seeds);
  const streams = new Map();
  for (const { label, kind, n, result } of proof.draws) {
    if (!streams.has(label)) streams.set(label, await Draw.of(from, label));
    const drawn = kind === "below" ? await streams.get(label).below(n) : await streams.get(label).shuffle(n);
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
export async function checkChain(match, events) {
  let before = await sha256(bytes("cutpurse-chain/1\0match\0", match));
  let hasAuthor = false;
  for (const [index, event] of events.entries()) {
    const { by, hash, version } = event;
    if (version !== index + 1 || (hasAuthor && by === undefined)) return version;
    hasAuthor = by !== undefined;
    before = await sha256(bytes(before, line(event)));
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

async function check(button, verdict) {
  if (!subtle) return verdict.dataset.unable;
  const proof = await (await fetch(button.dataset.proof)).json();
  if (proof.seed === null) return verdict.dataset.early;
  const text = await (await fetch(button.dataset.log)).text();
  const [, ...events] = text.trim().split("\n").map((line) => JSON.parse(line));
  const wrong = (await checkDraws(proof)) ?? checkPromise(proof, events) ?? (await checkChain(proof.match, events));
  if (wrong !== null) return filled(verdict.dataset.bad, { what: wrong });
  return filled(verdict.dataset.good, { draws: proof.draws.length, events: events.length });
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
