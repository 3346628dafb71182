// A tournament that stays true by itself: while the page is looked at it asks for the tournament's
// version, a few bytes, and fetches the page's part anew only when that has changed. Links marked
// data-part unfold within the page. Without this script the same links and a reload do the same.

import { announce, tellTimes } from "../app.js";

const EVERY_MS = 8000;
const PART = { "X-Part": "tournament" };
let tournament = document.querySelector("#tournament");
let address = location.href;
let asking = false;

/** Whether the reader is filling a form in, which must not be taken away. */
function isBusy() {
  const held = document.activeElement;
  return tournament.contains(held) && held.matches("input, select, textarea");
}

/** Put the newest part in the place of the old one; keep what is unfolded and what is held. */
function swap(html) {
  const found = new DOMParser().parseFromString(html, "text/html").querySelector("#tournament");
  if (!found) return;
  const held = tournament.contains(document.activeElement) ? document.activeElement : null;
  const label = held?.getAttribute("href") || held?.value;
  for (const each of tournament.querySelectorAll("details[open][id]")) {
    found.querySelector(`#${each.id}`)?.setAttribute("open", "");
  }
  const boxes = [...tournament.querySelectorAll(".scroll")].map((each) => each.scrollLeft);
  tournament.replaceWith(found);
  tournament = found;
  tournament.querySelectorAll(".scroll").forEach((each, place) => (each.scrollLeft = boxes[place] || 0));
  tellTimes(tournament);
  if (label) {
    const same = [...tournament.querySelectorAll("a, button")].find(
      (each) => each.getAttribute("href") === label || each.value === label,
    );
    same?.focus({ preventScroll: true });
  }
}

async function fetchPart(where) {
  const answer = await fetch(where, { headers: PART, credentials: "same-origin" });
  if (answer.ok) swap(await answer.text());
  return answer.ok;
}

async function look() {
  if (asking || document.hidden || isBusy()) return;
  asking = true;
  try {
    const answer = await fetch(tournament.dataset.watch);
    if (answer.ok && (await answer.text()) !== tournament.dataset.version && (await fetchPart(address))) {
      announce(tournament.dataset.said);
    }
  } catch {
    // The network is away; the next look will tell.
  }
  asking = false;
}

document.addEventListener("click", async (event) => {
  const link = event.target.closest("a[data-part]");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
  event.preventDefault();
  const where = link.href;
  try {
    if (!(await fetchPart(where))) throw new Error(where);
  } catch {
    location.assign(where);
    return;
  }
  address = where;
  history.replaceState(null, "", where);
  const target = document.querySelector(new URL(where).hash || "#tournament");
  const again = target?.querySelector("a[data-part]");
  again?.focus({ preventScroll: true });
});

setInterval(look, EVERY_MS);
document.addEventListener("visibilitychange", look);
