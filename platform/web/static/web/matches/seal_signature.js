// Whether the site has signed a seal, with the key that it has shown this tab (C2SP signed notes).
// Browsers look at signatures over https and on localhost alone; elsewhere nothing can be said.

import { bytes, hex } from "./bytes.js";

const KEPT = "seal-key";
const ID_BYTES = 4;
const unbase64 = (text) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));

/** The key that signs seals, as the site shows it now: its line, or null. */
async function shownKey() {
  const answer = await fetch("/log/keys", { cache: "no-cache" });
  if (!answer.ok) return null;
  return (await answer.text()).split("\n").find((each) => each.split("+")[0].endsWith("/seals")) ?? null;
}

/** What signs of a note bears a key's name and id; undefined where nothing does. */
function signatureOf(signatures, key) {
  const [name, id] = key.split("+");
  const own = signatures.filter((line) => line.startsWith(`— ${name} `)).map((line) => unbase64(line.split(" ")[2]));
  return own.find((each) => hex(each.slice(0, ID_BYTES)) === id)?.slice(ID_BYTES);
}

/**
 * The key that this tab was shown first, with its signature of a note; or another one that the site
 * shows now, where its log has begun anew. Null where there is none.
 */
async function signature(signatures) {
  const known = sessionStorage.getItem(KEPT);
  if (known !== null) {
    const own = signatureOf(signatures, known);
    if (own !== undefined) return { key: known, own };
  }
  const key = await shownKey();
  if (key === null) return null;
  if (known !== null && known !== key) console.warn(`This site signs seals with another key now: ${key}`);
  sessionStorage.setItem(KEPT, key);
  const own = signatureOf(signatures, key);
  return own === undefined ? null : { key, own };
}

/**
 * False for a signature that does not fit. True, or null where it cannot be looked at: no key, none
 * of its signatures, no network, no Ed25519.
 */
export async function isSigned(note) {
  const end = note.lastIndexOf("\n\n");
  const text = note.slice(0, end + 1);
  try {
    if (crypto.subtle === undefined) return null;
    const found = await signature(note.slice(end + 2).split("\n"));
    if (found === null) return null;
    const raw = unbase64(found.key.split("+").slice(2).join("+")).slice(1);
    const usable = await crypto.subtle.importKey("raw", raw, "Ed25519", false, ["verify"]);
    return await crypto.subtle.verify("Ed25519", usable, found.own, bytes(text));
  } catch {
    return null;
  }
}
