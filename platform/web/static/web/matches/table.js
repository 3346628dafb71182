// The table in the page, which becomes what the server's markup says.

import { morph } from "./morph.js";
import { place } from "./words.js";

const match = document.querySelector("#match");
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
    // In a document of its own: of a table that comes, only what is new gets into the page.
    table: step.querySelector("template").content.querySelector("#match"),
    told: [...step.querySelectorAll("li")].map((line) => line.textContent),
    moment: step.dataset.moment,
    mover: step.dataset.mover,
    about: step.dataset.about,
  }));
  return { steps, moves: Number(all?.dataset.moves ?? 0), isSignedIn: all?.hasAttribute("data-signed-in") ?? false };
}

/** Make the table what another one is, of which what is new is taken over; keep what the reader had in hand. */
export function replace(found) {
  const held = match.contains(document.activeElement) ? document.activeElement : null;
  const isNews = isMine(found) && !isMine();
  for (const each of found.querySelectorAll("[data-needs-script]")) each.hidden = false;
  // Somebody may be choosing in the panel.
  const panel = match.querySelector("[data-settings]");
  if (panel) found.querySelector("[data-settings]")?.replaceWith(panel.cloneNode(true));
  document.dispatchEvent(new CustomEvent("table-coming", { detail: found }));
  morph(match, found);
  // The list of events gives way to one's turn.
  const rail = match.querySelector("#rail");
  if (isNews && rail?.matches(":popover-open")) rail.hidePopover();
  document.title = match.dataset.title;
  place();
  focusNext(held, isNews);
}

/** Lead the focus to the same thing, or to where the next decision is. */
function focusNext(held, isNews) {
  if (held && document.activeElement !== held) {
    const all = [...match.querySelectorAll(PRESSABLE)];
    const same = all.find((each) => each === held || (held.id && each.id === held.id) || (held.value && each.value === held.value));
    (same ?? decision())?.focus({ preventScroll: true });
  } else if (isNews && document.activeElement === document.body) {
    decision()?.focus({ preventScroll: true });
  }
}

const decision = () => match.querySelector('#problem, [data-zone="turn"]');
