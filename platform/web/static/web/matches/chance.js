// Answers what the deals of my matches and the draws of my tournaments ask for, on any page that is open:
// promises first, then shares.

import { alarm } from "./seal_alarm.js";
import { isSigned } from "./seal_signature.js";
import { dealtWithout, hasPromised, judged, keptSeal, promised } from "./shares.js";

const SOON_MS = 1000;
const DRAW_MS = 4000;
const STEPS_MAX = 4;
/** Whoever is heard of for so long counts as there when a roll is sealed. */
const FRESH_MS = 30000;
/** What a seal may say only of who is not there, or has promised from another device. */
const UNLESS_AWAY = ["left_out", "other"];
/** When the site last held this page's promise for an attempt, and what was asked then. */
const held = new Map();
/** How long a page waits until it is told who was on the roll of a draw: drafts are told of once published. */
const LISTED_MS = 3600000;
/** Draws that ask for nothing any more, though this page was there and has seen no seal of them. */
const ended = new Map();
/** What to say of a seal that is wrong, as the site has last told. */
let said = null;
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

/** Note whether the site holds this page's promise now. */
function note(asked) {
  if (hasPromised(asked, asked.seat)) held.set(attemptOf(asked), { at: Date.now(), asked });
  else if (asked.promised !== "") held.delete(attemptOf(asked));
}

const wasThere = (asked) => Date.now() - (held.get(attemptOf(asked))?.at ?? 0) < FRESH_MS;

/** The share to send after a seal, or null: where the seal is not what was agreed, the page says so. */
async function toShow(asked) {
  const found = judged(asked, asked.seat);
  if (found === null || (found.wrong === null && asked.shown)) return null;
  const wrong = found.wrong ?? ((await isSigned(asked.seal)) === false ? "unsigned" : null);
  if (wrong === null) return { share: found.share };
  if (!UNLESS_AWAY.includes(wrong) || wasThere(asked)) alarm(asked, wrong, found.texts, said);
  return null;
}

/** Say of a deal that asks for nothing any more whether it was made without what this page had promised. */
async function lookBack(asked) {
  const { seat, deal, attempt, page } = asked;
  const answer = await fetch(`${page}/proof`, { headers: { Accept: "application/json" } });
  const { seats = [], attempts = [] } = answer.ok ? await answer.json() : {};
  // Before the deal, as where this player has got up, no seat has added anything.
  if (seats.find((each) => each.seat === seat)?.chance !== "away" || keptSeal(deal, attempt) !== null) return;
  const seals = attempts.filter((each) => each.attempt === attempt).map((each) => each.seal);
  alarm(asked, "left_out", dealtWithout(asked, seat, seals), said);
}

/** Say of a draw whether it was made without what this page had promised; return whether that is known by now. */
async function lookBackAtDraw({ asked, at }) {
  const { seat, deal, attempt, address } = asked;
  if (Date.now() - at > LISTED_MS || keptSeal(deal, attempt) !== null) return true;
  const answer = await fetch(address, { headers: { Accept: "application/json" } });
  if (!answer.ok) return answer.status === 404;
  const { draw, comes } = await answer.json();
  if (draw === null) return !comes;
  const isOn = draw.added.includes(seat) || draw.withheld[attempt - 1]?.includes(seat);
  // A draw to which nobody has added may be one of those that the site makes alone. Who has left the
  // tournament, or was away by then, is on no roll.
  const isAlone = draw.added.length === 0;
  const wasAway = !draw.present || Date.now() - draw.ago - at > FRESH_MS;
  if (isOn || isAlone || wasAway) return true;
  const roll = `${deal} was drawn at ${draw.at}\nchance added by ${draw.added.join(", ")}\n`;
  alarm(asked, "left_out", dealtWithout(asked, seat, [roll]), said);
  return true;
}

/** Look back at all that this page had promised for, and that is asked for no more. */
async function lookBackAt(deals) {
  for (const [attempt, { asked, at }] of held) {
    if (deals.some((each) => each.of === asked.of && each.attempt === asked.attempt)) continue;
    const isWanted = wasThere(asked) && !deals.some((each) => each.of === asked.of);
    held.delete(attempt);
    if (!isWanted) continue;
    if (asked.soon === undefined) await lookBack(asked);
    else ended.set(attempt, { asked, at });
  }
  for (const [attempt, each] of ended) {
    const isAskedAgain = deals.some(({ of }) => of === each.asked.of);
    if (isAskedAgain || (await lookBackAtDraw(each))) ended.delete(attempt);
  }
}

/** What to do for one deal or draw: the fields to send, or null. */
async function due(asked) {
  const { seat, step, expected } = asked;
  if (step === "show") return toShow(asked);
  if (!expected.includes(seat) || !isHeard(asked)) return null;
  note(asked);
  if (hasPromised(asked, seat)) return null;
  // Of several devices the one that is looked at promises: the others might not be there to show.
  return asked.promised === "" || mayReplace(asked) ? { promise: promised(asked, seat) } : null;
}

/** When to look again: soon while something waits for others, or for me to show what I promised. */
function waits(deals) {
  if (deals.some((asked) => asked.until !== null)) return SOON_MS;
  return deals.some((asked) => asked.soon) && !document.hidden ? DRAW_MS : null;
}

/** Answer all that ask, and look again if one of them waits. `words` are those of what may be wrong. */
export async function answer(deals, look, words) {
  if (isBusy) return;
  isBusy = true;
  said = words ?? said;
  clearTimeout(later);
  try {
    await lookBackAt(deals);
    for (const first of deals) {
      let asked = first;
      for (let step = 0; asked && step < STEPS_MAX; step += 1) {
        const fields = await due(asked);
        if (fields === null) break;
        const { of, promised: known } = asked;
        asked = (await send(asked, fields)).find((each) => each.of === of);
        if (asked && fields.promise) note(asked);
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
