// The table in the page: the server's markup, put in the place of what was there.

import { place } from "./words.js";

let match = document.querySelector("#match");
const PRESSABLE = "button, a, summary, select, input, [tabindex]";
export const MOVES = 'button[name="move"]';

export const current = () => match;
export const isMine = (table = match) => table.hasAttribute("data-mine");
export const version = (table = match) => Number(table.dataset.version);
export const choice = (table = match) =>
  isMine(table) ? [...table.querySelectorAll(MOVES)].map((each) => each.value).join("\n") : "";

/** Read what the server answers into steps, oldest first; none where it answers something else. */
export function read(html) {
  const answer = new DOMParser().parseFromString(html, "text/html");
  const all = answer.querySelector("#steps");
  const steps = [...(all?.querySelectorAll("[data-step]") ?? [])].map((step) => ({
    table: document.importNode(step.querySelector("template").content, true).querySelector("#match"),
    told: [...step.querySelectorAll("li")].map((line) => line.textContent),
    moment: step.dataset.moment,
    mover: step.dataset.mover,
    about: step.dataset.about,
  }));
  return { steps, moves: Number(all?.dataset.moves ?? 0), isSignedIn: all?.hasAttribute("data-signed-in") ?? false };
}

/** Put a table in the place of the old one, and keep what the reader had in hand. */
export function replace(found) {
  const held = document.activeElement;
  const wasInside = match.contains(held);
  const isNews = isMine(found) && !isMine();
  const folds = [...match.querySelectorAll("details[open]")].map((each) => each.id);
  const sheets = [...match.querySelectorAll("[popover]")].filter(isOpen).map((each) => each.id);
  const panel = match.querySelector("[data-settings]");
  match.replaceWith(found);
  match = found;
  for (const id of folds) if (id) match.querySelector(`#${id}`)?.setAttribute("open", "");
  for (const each of match.querySelectorAll("[data-needs-script]")) each.hidden = false;
  // Somebody may be choosing in the panel; the list of events gives way to one's turn.
  if (panel) match.querySelector("[data-settings]")?.replaceWith(panel);
  for (const id of sheets) if (id !== "rail" || !isNews) match.querySelector(`#${id}`)?.showPopover();
  document.title = match.dataset.title;
  place();
  focusNext(wasInside ? held : null, isNews);
}

const isOpen = (sheet) => sheet.matches(":popover-open");

/** Lead the focus to the same thing, or to where the next decision is. */
function focusNext(held, isNews) {
  if (held) {
    const all = [...match.querySelectorAll(PRESSABLE)];
    const same = all.find((each) => each === held || (held.id && each.id === held.id) || (held.value && each.value === held.value));
    (same ?? decision())?.focus({ preventScroll: true });
  } else if (isNews && document.activeElement === document.body) {
    decision()?.focus({ preventScroll: true });
  }
}

function decision() {
  const place = match.querySelector('#problem, [data-zone="turn"], .turn-line');
  if (place && !place.hasAttribute("tabindex")) place.tabIndex = -1;
  return place;
}
