// The scheme fair/1 of chance, in bytes as docs/fair-draws.md has it: for matches from before fair/2,
// which draws numbers in the same way.

import { bytes, hex, unhex } from "./bytes.js";
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
