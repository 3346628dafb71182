// A tournament that stays true by itself: the page listens for the tournament's versions, and
// fetches its part anew when there is a new one. Links marked data-part unfold within the page.
// Without this script the same links and a reload do the same.

import { announce, tellTimes } from "../app.js";

const SOON_MS = 1500;
const RETRY_MS = 8000;
const PART = { "X-Part": "tournament" };
let tournament = document.querySelector("#tournament");
let address = location.href;
let asking = false;
let again = false;

/** Whether the reader is filling a form in, which must not be taken away. */
function isBusy() {
  const held = document.activeElement;
  return tournament.contains(held) && held.matches("input, select, textarea");
}

/** Have this browser's part in the next draw looked at, where it asks for one. */
function tellAsked() {
  if ("asked" in tournament.dataset) document.dispatchEvent(new CustomEvent("match-moved"));
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
  tellAsked();
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

/** Fetch the part as it stands now, one question at a time; later, while a form is filled in. */
async function refresh() {
  if (asking || isBusy() || document.hidden) {
    again = true;
    return;
  }
  asking = true;
  again = false;
  const before = tournament.dataset.version;
  try {
    await fetchPart(address);
    if (tournament.dataset.version !== before) announce(tournament.dataset.said);
  } catch {
    again = true;
  }
  asking = false;
}

/** Listen for versions, from the one on that the page shows; ask now and then where that fails. */
function listen() {
  const stream = new EventSource(`${tournament.dataset.live}?since=${tournament.dataset.version}`);
  stream.addEventListener("moved", (event) => {
    if (Number(event.data) > Number(tournament.dataset.version)) refresh();
  });
  stream.addEventListener("reset", (event) => {
    // The server has gone back in time: what is newer than this is news from now on.
    tournament.dataset.version = event.data;
    refresh();
  });
  stream.addEventListener("remarks", () => document.dispatchEvent(new CustomEvent("room-heard")));
  stream.addEventListener("end", () => {
    stream.close();
    refresh();
  });
  stream.addEventListener("error", () => {
    // The browser tries again by itself unless it was refused.
    if (stream.readyState !== EventSource.CLOSED) return;
    setTimeout(() => {
      refresh();
      listen();
    }, RETRY_MS);
  });
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

setInterval(() => again && refresh(), SOON_MS);
document.addEventListener("visibilitychange", () => again && refresh());
// A page out of the browser's memory may be hours old.
window.addEventListener("pageshow", (event) => event.persisted && refresh());
listen();
