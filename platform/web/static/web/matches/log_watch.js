// Has every visitor watch the public log: the browser compares it with what it has kept, and says on
// every page where something is wrong.

import { follow, isWrong } from "./public_log.js";

const note = document.querySelector("#log-wrong");

/** Compare, unless that was done a while ago; and say what was found wrong, now or then. */
export async function watch({ isDue }) {
  if (isDue) await follow();
  note.hidden = !isWrong();
}
