// Hands that do not slip: what is pressed is taken once it is sure that it was meant.

import { isSending, press, send } from "./connection.js";
import { flush, isShowing, keepsChoice, sendOff } from "./queue.js";
import { settings, travels } from "./settings.js";
import { choice, current, MOVES } from "./table.js";
import { say, sentence, unsay } from "./words.js";

const GUARD_MS = 350;
const PIECE = "[data-card], [data-piece]";
let drawn = -Infinity;
let pressedAt = 0;
let touch = "mouse";
let shownChoice = choice();
let lifted = null;
/** What was said about the move that is lifted. */
let asked = "";
let opening = null;

/** Take a press of a choice that has just been drawn for one that was meant for what was there. */
function isSlip(event) {
  return event.detail > 0 && (event.timeStamp - drawn < GUARD_MS || pressedAt < drawn);
}

/** Let nothing be pressed that has just been drawn; a copy of the same choice has no more time. */
function guard() {
  const now = choice();
  if (now !== shownChoice) {
    shownChoice = now;
    putDown();
    drawn = now ? performance.now() : -Infinity;
  }
  const again = lifted === null ? null : [...current().querySelectorAll(MOVES)].find(isLifted);
  if (again) again.dataset.lifted = "";
  hold();
}

/** Show that no move is taken now: it has just been drawn, or another one is on its way. */
function hold() {
  const left = drawn + GUARD_MS - performance.now();
  const isHeld = isSending() || left > 0;
  for (const each of current().querySelectorAll(MOVES)) each.ariaDisabled = isHeld ? "true" : null;
  clearTimeout(opening);
  if (left > 0) opening = setTimeout(hold, left);
}

function endsTurn(button) {
  return current().dataset.endsTurn.split(" ").includes(JSON.parse(button.value).type);
}

/** Whether a move is made by a second press only: a card that is touched, or as the reader likes it. */
function wantsTwo(button, event) {
  const isTouched = event.detail > 0 && (event.pointerType || touch) !== "mouse";
  const isPiece = button.matches(PIECE) || button.querySelector(PIECE);
  if (isTouched && isPiece && button.closest('[data-zone="hand"]')) return true;
  return settings.confirm === "all" || (settings.confirm === "turn" && endsTurn(button));
}

function putDown() {
  lifted = null;
  unsay(asked);
}

/** What a move is called: by its label, or by what stands on its button. */
function nameOf(button) {
  const parts = [...button.querySelectorAll("b, small")].map((part) => part.textContent.trim());
  return button.getAttribute("aria-label") ?? (parts.join(", ") || button.textContent.trim());
}

/** Lift what is chosen, and put down what was. */
export function lift(button) {
  for (const each of current().querySelectorAll("[data-lifted]")) delete each.dataset.lifted;
  putDown();
  lifted = button?.value ?? null;
  if (button) button.dataset.lifted = "";
}

export const isLifted = (button) => lifted !== null && button.value === lifted;

/** Make the move that is lifted, if one is. */
export function playLifted() {
  const button = lifted === null ? null : [...current().querySelectorAll(MOVES)].find(isLifted);
  if (button) button.form.requestSubmit(button);
  return Boolean(button);
}

function refuse(event) {
  event.preventDefault();
  event.stopImmediatePropagation();
}

function pressed(event) {
  const button = event.target.closest?.(MOVES);
  if (!button || !current().contains(button)) {
    chosen(event);
    return;
  }
  if (isSlip(event)) refuse(event);
  else if (wantsTwo(button, event) && !isLifted(button)) {
    refuse(event);
    lift(button);
    asked = sentence("again", { move: nameOf(button) });
    say(asked);
  }
}

/** A press beside the moves: the empty place takes what is lifted, a dimmed card tells why. */
function chosen(event) {
  const place = event.target.closest?.('[data-state~="empty"], [data-zone="trick"]');
  const reason = event.target.closest?.("[data-reason]");
  if (place && current().contains(place)) playLifted();
  else if (reason) say(reason.dataset.reason);
}

/** Send a form of the table; what was chosen on the way to the newest table must still be there. */
function submitted(event) {
  const button = event.submitter;
  if (!current().contains(event.target) || ["talk", "unsay"].includes(event.target.id) || !button) return;
  refuse(event);
  if (isSending()) return;
  if (button.name !== "move") {
    flush();
    send(event.target, current().querySelector(`button[value="${CSS.escape(button.value)}"]`) ?? button);
  } else if (isShowing()) {
    if (!keepsChoice() || !press(button.value)) {
      flush();
      say(sentence("changed"));
    }
  } else {
    const piece = button.matches(PIECE) ? button : button.querySelector(PIECE);
    if (piece && travels()) sendOff(piece);
    send(event.target, button);
  }
  putDown();
}

document.addEventListener("pointerdown", (event) => {
  pressedAt = event.timeStamp;
  touch = event.pointerType;
}, { capture: true });
document.addEventListener("click", pressed, { capture: true });
document.addEventListener("submit", submitted, { capture: true });
document.addEventListener("keydown", (event) => {
  // A key that is held down means what it was pressed for.
  if (event.repeat && (event.key === "Enter" || event.key === " ") && event.target.closest?.(MOVES)) refuse(event);
  if (event.key === "Escape" && lifted !== null) lift(null);
}, { capture: true });
document.addEventListener("table-shown", guard);
document.addEventListener("move-sent", hold);
document.addEventListener("move-answered", hold);
