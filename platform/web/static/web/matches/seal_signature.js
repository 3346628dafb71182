// Whether the site has signed a seal, with the key that it has shown this tab (C2SP signed notes).

import { isSignedBy, signatureOf } from "./note_signature.js";

const KEPT = "seal-key";

/** The key that signs seals, as the site shows it now: its line, or null. */
async function shownKey() {
  const answer = await fetch("/log/keys", { cache: "no-cache" });
  if (!answer.ok) return null;
  return (await answer.text()).split("\n").find((each) => each.split("+")[0].endsWith("/seals")) ?? null;
}

/**
 * The key that this tab was shown first, if a note bears its signature; or another one that the site
 * shows now, where its log has begun anew. Null where there is none.
 */
async function keyOf(note) {
  const known = sessionStorage.getItem(KEPT);
  if (known !== null && signatureOf(note, known) !== undefined) return known;
  const key = await shownKey();
  if (key === null) return null;
  if (known !== null && known !== key) console.warn(`This site signs seals with another key now: ${key}`);
  sessionStorage.setItem(KEPT, key);
  return signatureOf(note, key) === undefined ? null : key;
}

/**
 * False for a signature that does not fit. True, or null where it cannot be looked at: no key, none
 * of its signatures, no network, no Ed25519.
 */
export async function isSigned(note) {
  try {
    if (crypto.subtle === undefined) return null;
    const key = await keyOf(note);
    return key === null ? null : await isSignedBy(note, key);
  } catch {
    return null;
  }
}
