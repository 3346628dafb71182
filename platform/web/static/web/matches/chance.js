// Answers what the deals of my matches and the draws of my tournaments ask for, on any page that is open:
// promises first, then shares.

import { isSigned } from "./seal_signature.js";
import { hasPromised, promised, shown } from "./shares.js";

const SOON_MS = 1000;
const DRAW_MS = 4000;
const STEPS_MAX = 4;
/** For which attempts this page has replaced another device's promise since it was last shown or used. */
const replaced = new Set();
let isBusy = false;
let later = null;

for (const use of ["visibilitychange", "pointerdown", "keydown"]) {
  document.addEventListener(use, () => replaced.clear(), { capture: true, passive: true });
}

const attemptOf = ({ deal, attempt }) => `${deal}/${attempt}`;
const token = () => document.querySelector("[name=csrfmiddlewaretoken]")?.value ?? document.body.dataset.csrf ?? "";

async function send(asked, fields) {
  const body = new FormData();
  body.set("attempt", asked.attempt);
  for (const [name, value] of Object.entries(fields)) body.set(name, value);
  const answer = await fetch(asked.address, { method: "POST", body, headers: { "X-CSRFToken": token() } });
  return answer.ok ? (await answer.json()).chance : [];
}

/** Whether this page would hear in time that it has to show what it promises now. */
function isHeard(asked) {
  // Who looks at something else, and hears of nothing at once, might come too late to show a share.
  if (asked.soon === undefined) return !document.hidden || document.querySelector("#match[data-live]") !== null;
  return !document.hidden && (asked.soon || document.querySelector("#tournament[data-live]") !== null);
}

/**
 * Whether this page may promise instead of another device of the same player. Two that are both open
 * would otherwise do so in turns for ever.
 */
const mayReplace = (asked) => !document.hidden && !replaced.has(attemptOf(asked));

/** What to do for one deal or draw: the fields to send, or null. */
async function due(asked) {
  const { seat, step, expected } = asked;
  if (!expected.includes(seat)) return null;
  if (step === "show") {
    if (asked.shown) return null;
    const share = shown(asked, seat);
    return share === null || (await isSigned(asked.seal)) === false ? null : { share };
  }
  if (!isHeard(asked) || hasPromised(asked, seat)) return null;
  // Of several devices the one that is looked at promises: the others might not be there to show.
  return asked.promised === "" || mayReplace(asked) ? { promise: promised(asked, seat) } : null;
}

/** When to look again: soon while something waits for others, or for me to show what I promised. */
function waits(deals) {
  if (deals.some((asked) => asked.until !== null)) return SOON_MS;
  return deals.some((asked) => asked.soon) && !document.hidden ? DRAW_MS : null;
}

/** Answer all that ask, and look again if one of them waits. */
export async function answer(deals, look) {
  if (isBusy) return;
  isBusy = true;
  clearTimeout(later);
  try {
    for (const first of deals) {
      let asked = first;
      for (let step = 0; asked && step < STEPS_MAX; step += 1) {
        const fields = await due(asked);
        if (fields === null) break;
        const { of, promised: known } = asked;
        asked = (await send(asked, fields)).find((each) => each.of === of);
        if (known !== "" && asked?.promised === fields.promise) replaced.add(attemptOf(asked));
      }
    }
  } catch {
    // The network is away; the next look will answer.
  }
  isBusy = false;
  const wait = waits(deals);
  if (wait !== null) later = setTimeout(look, wait);
}
