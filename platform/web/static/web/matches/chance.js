// Answers what the deals of my matches and the draws of my tournaments ask for, on any page that is open:
// promises first, then shares.

import { isSigned } from "./seal_signature.js";
import { hasPromised, promised, shown } from "./shares.js";

const SOON_MS = 1000;
const DRAW_MS = 4000;
const STEPS_MAX = 4;
let isBusy = false;
let later = null;

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

/** What to do for one deal or draw: the fields to send, or null. */
async function due(asked) {
  const { seat, step, expected } = asked;
  if (!expected.includes(seat)) return null;
  if (step === "show") {
    if (asked.shown) return null;
    const share = shown(asked, seat);
    return share === null || (await isSigned(asked.seal)) === false ? null : { share };
  }
  // Of several devices the one that is looked at promises: the others might not be there to show.
  if (!isHeard(asked) || hasPromised(asked, seat)) return null;
  return { promise: promised(asked, seat) };
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
        const { of } = asked;
        asked = (await send(asked, fields)).find((each) => each.of === of);
      }
    }
  } catch {
    // The network is away; the next look will answer.
  }
  isBusy = false;
  const wait = waits(deals);
  if (wait !== null) later = setTimeout(look, wait);
}
