// Moves that the table makes for its reader: those without a choice, and those prepared while others
// thought. How long it waits tells nobody at the table which they were.

import { press } from "./connection.js";
import { isShowing } from "./queue.js";
import { settings } from "./settings.js";
import { choice, current, isMine, MOVES, version } from "./table.js";
import { say, sentence } from "./words.js";

const OPEN_MS = [900, 900];
const HIDDEN_MS = [2000, 6000];
const PREPARED_MS = [600, 1800];
const OWN_CARDS = '[data-zone="hand"] [data-card]';
let prepared = null;
let timer = null;

/** Press a move after a time drawn evenly, unless the table has changed by then. */
function later(value, [least, most], act) {
  const before = `${version()} ${choice()}`;
  timer = setTimeout(() => {
    if (`${version()} ${choice()}` !== before) return;
    act();
    press(value);
  }, least + Math.random() * (most - least));
}

function settled() {
  clearTimeout(timer);
  if (!isMine()) return;
  if (prepared !== null) playPrepared();
  else if (current().dataset.forced) playForced();
}

function playForced() {
  const isOpen = current().dataset.forced === "open";
  if (settings.forced === "off" || (settings.forced === "open" && !isOpen)) return;
  const only = current().querySelector(MOVES);
  if (only) later(only.value, isOpen ? OPEN_MS : HIDDEN_MS, () => say(sentence("forced")));
}

/** Play what was prepared to follow with; it is never led. */
function playPrepared() {
  const card = prepared;
  const isLed = !current().querySelector('[data-zone="trick"] [data-seat] [data-card]');
  const found = [...current().querySelectorAll(MOVES)].find((each) => JSON.parse(each.value).card === card);
  if (isLed || !found) {
    prepare(null);
    say(sentence(isLed ? "dropped" : "changed"));
    return;
  }
  later(found.value, PREPARED_MS, () => prepare(null));
}

function ownCard(target) {
  const card = target.closest?.(OWN_CARDS) ?? target.querySelector?.("[data-card]");
  return card?.closest('[data-zone="hand"]') ? card : null;
}

function prepare(card) {
  prepared = card;
  mark();
}

/** Show which card is prepared, and let the others be chosen by keyboard too. */
function mark() {
  const may = current().hasAttribute("data-may-prepare");
  for (const card of current().querySelectorAll(OWN_CARDS)) {
    const is = card.dataset.card === prepared;
    if (is) card.dataset.state = "prepared";
    else if (card.dataset.state === "prepared") delete card.dataset.state;
    if (!may) continue;
    card.tabIndex = 0;
    card.role = "button";
    card.ariaPressed = String(is);
    card.ariaLabel = sentence("prepare", { card: nameOf(card) });
    card.dataset.prepare = "";
  }
}

const nameOf = (card) => card.querySelector("[aria-label]")?.getAttribute("aria-label") ?? card.textContent.trim();

function chosen(event) {
  if (!current().hasAttribute("data-may-prepare")) return;
  if (event.type === "keydown" && event.key !== "Enter" && event.key !== " ") return;
  const card = ownCard(event.target);
  if (!card) return;
  event.preventDefault();
  const isTaken = card.dataset.card === prepared;
  prepare(isTaken ? null : card.dataset.card);
  say(sentence(isTaken ? "notPrepared" : "prepared", { card: nameOf(card) }));
}

/** A card that is gone from the hand is no longer prepared. */
function shown() {
  clearTimeout(timer);
  const names = [...current().querySelectorAll(OWN_CARDS)].map((card) => card.dataset.card);
  if (prepared !== null && !names.includes(prepared)) prepared = null;
  mark();
}

document.addEventListener("click", chosen);
document.addEventListener("keydown", chosen);
document.addEventListener("table-shown", shown);
document.addEventListener("table-settled", settled);
shown();
if (!isShowing()) settled();
