// What has happened is shown one after another, each for as long as it takes to be followed.

import { announce } from "./announce.js";
import { factor, travels } from "./settings.js";
import { choice, current, replace, version } from "./table.js";
import { offer, sentence } from "./words.js";

const GAP_MS = 700;
const EFFECT_MS = 250;
const AT_ONCE_MS = 4000;
const ROUND_MS = 8000;
const MOST_HASTE = 0.5;
/** So many moves have not been made while one was looking on, whoever made the last. */
const MANY = 40;
const LATE_MS = 2000;
const SHEET = "[data-ended], #again";
const MOMENTS = {
  move: { travel: 300 },
  deal: { before: 400, travel: 300 },
  dice: { travel: 600, after: 700 },
  open: { travel: 500 },
  reveal: { travel: 400, after: 1500 },
  stay: { travel: 300, after: 1600 },
  trick: { before: 900, travel: 350 },
};

let waiting = [];
let missed = [];
/** How many moves the server has left out, and the version before the first of them. */
let unsent = { moves: 0, since: 0 };
let wasAway = false;
let haste = 1;
let isRunning = false;
let ended = 0;
let tables = 0;
let sentOff = null;
let motion = null;
let moving = null;
let ends = null;
let wake = () => {};

export const isShowing = () => isRunning;
/** Ends when nothing travels any more: what takes long can wait so long, and does not disturb. */
export const atRest = () => moving;
/** The newest version that the page knows, shown or not. */
export const known = () => version(waiting.at(-1)?.table ?? current());
const isOwn = (step) => step.mover !== "" && step.mover === current().dataset.me;
const isAboutReader = (step) => step.about !== "" && step.about === current().dataset.me;
const isOthers = (step) => step.mover !== "" && !isOwn(step);

/** Steps, each by itself: one that waits may stand for several. */
const apart = (steps) => steps.flatMap((step) => step.leftOut ?? [step]);

/** Whether the reader's choice is the same in all that waits: nothing came between. */
export const keepsChoice = (steps = waiting) => apart(steps).every((step) => choice(step.table) === choice());

function pausesOf(step) {
  const { before = 0, travel, after = 0 } = MOMENTS[step.moment] ?? MOMENTS.move;
  const least = isOwn(step) ? 0 : isOthers(step) ? GAP_MS : EFFECT_MS;
  return { before: Math.max(before, least), travel, after };
}

function lengthOf(steps) {
  const all = steps.map(pausesOf).map(({ before, travel, after }) => before + travel + after);
  return all.reduce((sum, each) => sum + each, 0);
}

function sleep(milliseconds) {
  return new Promise((resolve) => {
    wake = resolve;
    setTimeout(resolve, milliseconds);
  });
}

/** Show steps when those before them have been shown; moves are those that the server left out. */
export function show(steps, moves = 0) {
  const left = moves - steps.filter((step) => step.mover !== "").length;
  const isMuch = moves > MANY;
  if (left > 0 && (isMuch || !isOwn(steps[0]))) {
    unsent = { moves: unsent.moves + left, since: unsent.moves ? unsent.since : known() };
    steps[0] = joined([steps[0]]);
  }
  wasAway ||= isMuch;
  waiting.push(...steps);
  if (document.hidden || isMuch) flush(true);
  else if (!factor()) flush();
  else catchUp();
  run();
}

/** Put a table there at once, whatever waits: the server knows better. */
export function reset(step) {
  waiting = [];
  put(step);
  wake();
  settle();
}

/** Show the last table that waits, and tell all that was told on the way. */
export function flush(isLeftOut = false) {
  const rest = waiting;
  waiting = [];
  skip(rest, isLeftOut);
  wake();
}

/** What stands for several has left the others out, also where nothing is watched. */
function skip(steps, isLeftOut) {
  if (!steps.length) return;
  const left = isLeftOut ? steps : steps.filter((step) => step.leftOut);
  miss(left);
  for (const step of steps.slice(0, -1)) announce(step.told);
  put(steps.at(-1));
  if (left.length) offerMissed();
}

function miss(steps) {
  missed.push(...apart(steps).map(copyOf));
  wasAway ||= document.hidden;
}

function offerMissed() {
  const moves = missed.filter(isOthers).length + unsent.moves;
  const address = `${current().dataset.address}/replay?at=${unsent.since}`;
  const act = unsent.moves ? () => location.assign(address) : again;
  // Whoever is merely slow, or plays against quick bots, was not away.
  if (moves) offer(sentence(wasAway ? "away" : "skipped", { n: moves }), act);
}

/** How often the turn comes round: what befalls the reader between others' turns ends one. */
function roundsOf(steps) {
  const runs = steps.map(isAboutReader).filter((is, number, all) => is !== all[number - 1]);
  return 1 + runs.slice(1, -1).filter(Boolean).length;
}

/** How many of the first steps are what the reader did and what came of it: nobody misses those. */
function ownRun(steps) {
  const end = steps.findIndex((step) => !isOwn(step) && !isAboutReader(step));
  return end < 0 ? steps.length : end;
}

/** One step that shows where several have led, and tells all that was told on the way. */
function joined(steps) {
  return { ...steps.at(-1), told: steps.flatMap((step) => step.told), leftOut: apart(steps) };
}

/** Where more waits than one likes to watch, leave out all but the last turn, and be quicker. */
function catchUp() {
  const time = (steps) => lengthOf(steps) * factor();
  haste = 1;
  if (time(waiting) <= AT_ONCE_MS) return;
  skip(waiting.splice(0, Math.max(0, waiting.findLastIndex(isOwn))), true);
  const most = ROUND_MS * roundsOf(waiting);
  const own = waiting.slice(0, ownRun(waiting));
  const others = waiting.slice(own.length);
  let first = 0;
  const isLong = () => time(own) + time(others.slice(first)) > most;
  if (time(waiting) > most / MOST_HASTE) while (first < others.length && isLong()) first += 1;
  const left = others.splice(0, first);
  if (own.length && left.length) waiting = [...own, joined(left), ...others];
  else skip(waiting.splice(0, first), true);
  haste = Math.min(1, most / time(waiting));
}

/** A step that can be shown again: the table in the page takes over what is new in one. */
const copyOf = (step) => ({ ...step, table: step.table.cloneNode(true) });

/** Show once more what was left out. */
function again() {
  const steps = missed.map((step) => ({ ...copyOf(step), told: [] }));
  const now = copyOf({ table: current(), told: [], moment: "move", mover: "", about: "" });
  missed = [];
  wasAway = false;
  offer("");
  waiting = [...steps, now, ...waiting];
  run();
}

/** Forget what was left out: the reader has moved on. */
export function forget() {
  missed = [];
  unsent = { moves: 0, since: 0 };
  wasAway = false;
  offer("");
}

/** Load what moves pieces when the first of them moves; without a network tables change all the same. */
async function loadMotion() {
  motion ??= await import("./travel.js").catch(() => null);
}

/** Load what closes sheets, and how they look, when the first one comes. */
export async function loadEnds(table) {
  if (table.querySelector(SHEET)) ends ??= await import("./ends.js").catch(() => null);
  await ends?.styled;
}

/** Let a piece go where its reader sends it, before the server has said anything. */
export async function sendOff(piece) {
  const then = tables;
  await loadMotion();
  if (then === tables) sentOff = motion?.sendOff(current(), piece, MOMENTS.move.travel * factor());
}

function put(step) {
  replace(step.table);
  tables += 1;
  // What is still there was not taken, and goes back.
  sentOff?.reverse();
  sentOff = null;
  announce(step.told);
  document.dispatchEvent(new CustomEvent("table-shown"));
  loadEnds(current());
}

async function display(step) {
  const pace = factor() * haste;
  const { travel, after } = pausesOf(step);
  const before = motion?.measure(current());
  if (step.leftOut) miss([step]);
  put(step);
  if (step.leftOut) offerMissed();
  if (before && travels()) {
    const how = { duration: travel * pace, about: step.about, moment: step.moment };
    // A browser that draws nothing ends no animation.
    moving = Promise.race([motion.travel(current(), before, how), sleep(travel * pace + LATE_MS)]);
    await moving;
  } else if (before && pace) {
    motion.outline(current(), before);
  }
  await ends?.sheetClosed();
  await sleep(after * pace);
  ended = performance.now();
}

async function run() {
  if (isRunning) return;
  isRunning = true;
  while (waiting.length) {
    const step = waiting[0];
    const left = pausesOf(step).before * factor() * haste - (performance.now() - ended);
    if (left > 0) await sleep(left);
    await loadMotion();
    await loadEnds(step.table);
    if (waiting[0] !== step) continue;
    waiting.shift();
    await display(step);
  }
  isRunning = false;
  settle();
}

function settle() {
  haste = 1;
  document.dispatchEvent(new CustomEvent("table-settled"));
}

document.addEventListener("visibilitychange", () => {
  if (document.hidden && waiting.length) flush(true);
});
