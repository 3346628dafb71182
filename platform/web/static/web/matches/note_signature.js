// Whether a key has signed a note (C2SP signed-note, with Ed25519). Browsers look at signatures over
// https and on localhost alone; elsewhere nothing can be said.

import { bytes, hex, unbase64 } from "./bytes.js";

const ID_BYTES = 4;
const KIND_BYTES = 1;

/** The bytes in a line; none for what is no base64, which is a signature of nobody. */
function bytesIn(text) {
  try {
    return unbase64(text);
  } catch {
    return new Uint8Array();
  }
}

/** The signature below a note that bears a key's name and id; undefined where none does. */
export function signatureOf(note, key) {
  const [name, id] = key.split("+");
  const below = note.slice(note.lastIndexOf("\n\n") + 2).split("\n");
  const own = below.filter((line) => line.startsWith(`— ${name} `)).map((line) => bytesIn(line.split(" ")[2]));
  return own.find((each) => hex(each.slice(0, ID_BYTES)) === id)?.slice(ID_BYTES);
}

/** Whether a key, `name+id+base64`, has signed a note; null where this browser cannot tell. */
export async function isSignedBy(note, key) {
  if (crypto.subtle === undefined) return null;
  const raw = bytesIn(key.split("+").slice(2).join("+")).slice(KIND_BYTES);
  const usable = await crypto.subtle.importKey("raw", raw, "Ed25519", false, ["verify"]).catch(() => null);
  if (usable === null) return null;
  const own = signatureOf(note, key);
  if (own === undefined) return false;
  return crypto.subtle.verify("Ed25519", usable, own, bytes(note.slice(0, note.lastIndexOf("\n\n") + 1)));
}
