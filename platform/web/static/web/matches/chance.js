// Answers what the deals of my matches ask for, on any page that is open: promises first, then shares.

import { isSigned } from "./seal_signature.js";
import { hasPromised, promised, shown } from "./shares.js";

const SOON_MS = 1000;
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

/** What to do for one deal: the fields to send, or null. */
async function due(asked) {
  const { seat, step, expected } = asked;
  if (!expected.includes(seat)) return null;
  if (step === "show") {
    if (asked.shown) return null;
    const share = shown(asked, seat);
    return share === null || (await isSigned(asked.seal)) === false ? null : { share };
  }
  // Who looks at something else, and hears of nothing at once, might come too late to show a share.
  const isHeard = !document.hidden || document.querySelector("#match[data-live]") !== null;
  if (!isHeard || (asked.promised && hasPromised(asked, seat))) return null;
  return { promise: promised(asked, seat) };
}

/** Answer all deals that ask; look again soon while one of them waits for others. */
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
        const { match } = asked;
        asked = (await send(asked, fields)).find((each) => each.match === match);
      }
    }
  } catch {
    // The network is away; the next look will answer.
  }
  isBusy = false;
  if (deals.some((asked) => asked.until !== null)) later = setTimeout(look, SOON_MS);
}
