// SHA-256 (FIPS 180-4) and HMAC (RFC 2104): a browser has its own on https alone, and a club's hall
// often has none.

const HASH_BYTES = 32;
const BLOCK_BYTES = 64;

/** The first 32 bits behind the point of the roots of the first primes. */
function fractions(count, power) {
  const found = [];
  for (let n = 2; found.length < count; n += 1) {
    let isPrime = true;
    for (let by = 2; by * by <= n; by += 1) isPrime &&= n % by !== 0;
    if (isPrime) found.push(Math.floor((n ** power % 1) * 2 ** 32) | 0);
  }
  return found;
}

const START = fractions(8, 1 / 2);
const ROUND = fractions(64, 1 / 3);
const turned = (word, by) => (word >>> by) | (word << (32 - by));

function mix(state, words) {
  for (let at = 16; at < 64; at += 1) {
    const [early, late] = [words[at - 15], words[at - 2]];
    const low = turned(early, 7) ^ turned(early, 18) ^ (early >>> 3);
    const high = turned(late, 17) ^ turned(late, 19) ^ (late >>> 10);
    words[at] = (words[at - 16] + low + words[at - 7] + high) | 0;
  }
  let [a, b, c, d, e, f, g, h] = state;
  for (let at = 0; at < 64; at += 1) {
    const high = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25);
    const first = (h + high + ((e & f) ^ (~e & g)) + ROUND[at] + words[at]) | 0;
    const low = turned(a, 2) ^ turned(a, 13) ^ turned(a, 22);
    const second = (low + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0];
  }
  return [a, b, c, d, e, f, g, h].map((word, at) => (word + state[at]) | 0);
}

/** The hash of bytes, as 32 bytes. */
export function sha256(data) {
  const padded = new Uint8Array(Math.ceil((data.length + 9) / BLOCK_BYTES) * BLOCK_BYTES);
  padded.set(data);
  padded[data.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setBigUint64(padded.length - 8, BigInt(data.length) * 8n);
  let state = START;
  const words = new Int32Array(64);
  for (let block = 0; block < padded.length; block += BLOCK_BYTES) {
    for (let at = 0; at < 16; at += 1) words[at] = view.getInt32(block + 4 * at);
    state = mix(state, words);
  }
  const found = new DataView(new ArrayBuffer(HASH_BYTES));
  state.forEach((word, at) => found.setInt32(4 * at, word));
  return new Uint8Array(found.buffer);
}

/** The code of bytes under a key, as 32 bytes. */
export function hmac(key, data) {
  const short = key.length > BLOCK_BYTES ? sha256(key) : key;
  const within = (mask, rest) => {
    const all = new Uint8Array(BLOCK_BYTES + rest.length).fill(mask, 0, BLOCK_BYTES);
    short.forEach((byte, at) => { all[at] ^= byte; });
    all.set(rest, BLOCK_BYTES);
    return sha256(all);
  };
  return within(0x5c, within(0x36, data));
}
