// Checks the draws of a tournament in your browser, from its log: that each shows the next link of the
// chain, that the shares are those that were promised before the seal, that a beacon was the first one
// that the seal could name, that its value comes of all of it, and that lots, seeds and rounds come of
// the values. Nothing is paired again, and nobody asks who has signed a beacon: cutpurse-verify does
// that. The bytes are in docs/fair-draws.md.

import { bytes, hex, unhex } from "../matches/bytes.js";
import { isFirstBeacon, promise, root, sealText } from "../matches/fair_2.js";
import { sha256 } from "../matches/sha256.js";
import { keptSeal } from "../matches/shares.js";

const link = (after) => hex(sha256(bytes("fair-link/2\0", after)));
const well = (tournament, secret) => hex(sha256(bytes("fair-well/2\0", tournament, "\0", secret)));
const OF_A_DRAW = { round_paired: "seed", round_repaired: "seed", seeds_assigned: "random_seed", tournament_started: "random_seed" };

/** The text that was sealed for a draw, whoever is on its roll, and whatever beacon it names. */
const sealOf = (deal, attempt, before, facts, { roll, beacon }) =>
  sealText({
    deal,
    attempt,
    commitment: before,
    bind: facts,
    beacon,
    promises: roll.map((each) => [each.entrant, each.promise]),
  });

/** What is wrong with a seal, or null: it names another beacon than it could, or this browser keeps another. */
function wrongSeal(deal, data, at, text) {
  if (data.beacon !== undefined && !isFirstBeacon(data.beacon, at)) return `beacon ${data.draw}`;
  return wrongKept(deal, data, text);
}

/** What is wrong with a seal that this browser keeps, or null: it was shown another one. */
function wrongKept(deal, { attempt, draw }, text) {
  const kept = keptSeal(deal, attempt);
  return kept === null || `${kept.split("\n\n")[0]}\n` === text ? null : `seal ${draw}`;
}

/** What is wrong with a draw, or null. */
function wrongDraw(deal, data, sealed, before) {
  const { attempt = 1, beacon, draw, facts, link: shown, shares = [], value } = data;
  if (link(unhex(shown)) !== before) return `link ${draw}`;
  const seal = sealed?.attempt === attempt ? sealed : { roll: [] };
  const { roll } = seal;
  if ((seal.beacon === undefined) !== (beacon === undefined)) return `beacon ${draw}`;
  if (roll.length !== shares.length) return `shares ${draw}`;
  for (const [place, { entrant, share }] of shares.entries()) {
    const promised = hex(promise(deal, attempt, entrant, unhex(share)));
    if (roll[place].entrant !== entrant || roll[place].promise !== promised) return `share ${draw}/${entrant}`;
  }
  const text = sealOf(deal, attempt, before, facts, seal);
  const came = beacon === undefined ? null : unhex(beacon);
  const found = root(unhex(shown), text, shares.map(({ entrant, share }) => [entrant, unhex(share)]), came);
  return hex(found) === value ? null : `value ${draw}`;
}

/** Check a log; return what is wrong, or null, and how many draws there were, of how many with shares. */
export function checkDraws(log) {
  const [{ tournament }, ...events] = log.trim().split("\n").map((line) => JSON.parse(line));
  const values = new Map();
  let [before, fixed, sealed, shared] = ["", "", null, 0];
  for (const { at, data, type } of events) {
    let wrong = null;
    if (type === "tournament_created" || type === "anchor_added") [before, fixed, sealed] = [data.anchor, data.well, null];
    const deal = `${tournament}/draw/${data?.draw}`;
    if (type === "draw_sealed") {
      sealed = data;
      wrong = wrongSeal(deal, data, at, sealOf(deal, data.attempt, before, data.facts, data));
    }
    if (type === "draw_shown") {
      wrong = wrongDraw(deal, data, sealed, before);
      values.set(data.draw, data.value);
      [before, sealed] = [data.link, null];
      shared += data.shares === undefined ? 0 : 1;
    }
    if (type === "well_revealed" && well(tournament, unhex(data.secret)) !== fixed) wrong = "secret";
    const drawn = OF_A_DRAW[type];
    if (drawn && data.draw !== undefined && data[drawn] !== values.get(data.draw)) wrong = `${type} ${data.draw}`;
    if (wrong !== null) return { wrong };
  }
  return { wrong: null, draws: values.size, shared };
}

const filled = (words, values) => words.replace(/\{(\w+)\}/g, (_, name) => values[name]);

/** Show the button, also where the page has fetched this part anew. */
function reveal() {
  const button = document.querySelector("[data-draws-log]");
  if (button) button.hidden = false;
}

document.addEventListener("click", async (event) => {
  const button = event.target.closest("[data-draws-log]");
  if (!button) return;
  const { checking, good, bad } = document.querySelector("#draws-verdict").dataset;
  const say = (words) => (document.querySelector("#draws-verdict").textContent = words);
  say(checking);
  try {
    const found = checkDraws(await (await fetch(button.dataset.drawsLog)).text());
    say(filled(found.wrong === null ? good : bad, { what: found.wrong, ...found }));
  } catch (error) {
    say(filled(bad, { what: error.message }));
  }
});
reveal();
new MutationObserver(reveal).observe(document.querySelector("main"), { childList: true, subtree: true });
