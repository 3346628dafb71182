// Whether the site has signed a seal, with the key that it has shown this tab (C2SP signed notes).
// Browsers look at signatures over https and on localhost alone; elsewhere nothing can be said.

import { bytes } from "./bytes.js";

const KEPT = "seal-key";
const ID_BYTES = 4;
const unbase64 = (text) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));

/** The key that signs seals, as the site first showed it to this tab: its name and bytes, or null. */
async function siteKey() {
  let line = sessionStorage.getItem(KEPT);
  if (line === null) {
    const answer = await fetch("/log/keys");
    if (!answer.ok) return null;
    line = (await answer.text()).split("\n").find((each) => each.split("+")[0].endsWith("/seals"));
    if (line === undefined) return null;
    sessionStorage.setItem(KEPT, line);
  }
  const [name, , ...rest] = line.split("+");
  return { name, raw: unbase64(rest.join("+")).slice(1) };
}

/** True or false, or null where it cannot be looked at: no key, no network, no Ed25519. */
export async function isSigned(note) {
  const end = note.lastIndexOf("\n\n");
  const text = note.slice(0, end + 1);
  try {
    const key = await siteKey();
    if (key === null || crypto.subtle === undefined) return null;
    const own = note.slice(end + 2).split("\n").find((line) => line.startsWith(`— ${key.name} `));
    const usable = await crypto.subtle.importKey("raw", key.raw, "Ed25519", false, ["verify"]);
    if (own === undefined) return false;
    const signature = unbase64(own.split(" ")[2]).slice(ID_BYTES);
    return await crypto.subtle.verify("Ed25519", usable, signature, bytes(text));
  } catch {
    return null;
  }
}
