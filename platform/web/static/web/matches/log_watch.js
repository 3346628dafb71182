// Has every visitor watch the public log: the browser compares it with what it has kept, and says on
// every page where something is wrong, or where the log is not shown any more.

import { follow, isLongUnshown, isWrong } from "./log_follow.js";

const wrong = document.querySelector("#log-wrong");
const unshown = document.querySelector("#log-unshown");

/** Compare, unless that was done a while ago; and say what was found wrong, now or then. */
export async function watch({ isDue }) {
  if (isDue) await follow();
  wrong.hidden = !isWrong();
  unshown.hidden = isWrong() || !isLongUnshown();
}
