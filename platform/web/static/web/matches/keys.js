// A table by keyboard: digits and letters choose, Enter plays, arrows lead on, ? shows the keys.
// Loaded with the first key.

import { isLifted, lift, playLifted } from "./hand.js";
import { style } from "./style.js";
import { current, MOVES } from "./table.js";

style("keys.css");

const KEYS = [..."1234567890abcdefghijklmnopqrsuvwxyz"];
const CHOICES = `${MOVES}, [data-prepare], [data-card][popovertarget]`;
const PRESSED_BY_ENTER = "a, button, summary, [role=button]";
const STEPS = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };
const dialog = document.querySelector("#keys");

const isSeen = (each) => each.checkVisibility?.() ?? each.offsetParent !== null;

/** Give a key to each choice, once; the hand comes first. */
function assign() {
  const seen = new Set();
  const isNew = (each) => {
    const what = each.value || each.getAttribute("popovertarget") || each.dataset.card;
    return !seen.has(what) && seen.add(what);
  };
  const all = [...current().querySelectorAll(CHOICES)].filter(isSeen);
  const inHand = (each) => (each.closest('[data-zone="hand"]') ? 0 : 1);
  const choices = all.sort((one, other) => inHand(one) - inHand(other)).filter(isNew);
  choices.slice(0, KEYS.length).forEach((each, number) => {
    each.dataset.key = KEYS[number];
    each.setAttribute("aria-keyshortcuts", KEYS[number]);
  });
}

function go(event) {
  const group = event.target.closest?.('[data-arrows], [data-zone="hand"]');
  if (!group) return false;
  const all = [...group.querySelectorAll(CHOICES)];
  const next = all[(all.indexOf(event.target) + STEPS[event.key] + all.length) % all.length];
  next?.focus();
  return Boolean(next);
}

function choose(key) {
  const wanted = current().querySelector(`[data-key="${CSS.escape(key)}"]`);
  if (!wanted) return false;
  document.documentElement.dataset.keys = "";
  wanted.focus();
  if (wanted.matches(MOVES) && !isLifted(wanted)) lift(wanted);
  return true;
}

function glance() {
  const view = current().querySelector("#glance");
  view?.togglePopover();
  if (view?.matches(":popover-open")) view.querySelector("[tabindex]").focus();
  return Boolean(view);
}

function help() {
  document.documentElement.dataset.keys = "";
  dialog?.showModal();
  return Boolean(dialog);
}

/** Do what a key stands for. */
export function pressed(event) {
  const { key, target } = event;
  if (event.ctrlKey || event.metaKey || event.altKey || dialog?.open) return;
  if (target.closest?.("input, select, textarea, dialog")) return;
  let done = false;
  if (key in STEPS) done = go(event);
  else if (key === "?") done = help();
  else if (key === "t") done = glance();
  // The first keys of all may be here before this script, with the focus still where it was.
  else if (key === "Enter" && !target.closest?.(PRESSED_BY_ENTER)) done = playLifted();
  else if (key.length === 1) done = choose(key);
  if (done) event.preventDefault();
}

document.addEventListener("table-shown", assign);
assign();
