// Pieces travel from where they were to where they are: measured before and after, moved by
// transform and opacity alone.

const CURVE = "cubic-bezier(.2, .8, .2, 1)";
const LIFT = 1.06;
const FADE_MS = 200;
const DEAL_STEP_MS = 40;
const DEAL_MAX_MS = 900;
const OUTLINE_MS = 1200;
const HIDDEN = { opacity: 0 };
const BACK = "back";
const PIECES = "[data-card], [data-piece]";
const ROLL = "roll";

/** Where each piece of a table lies, and what tells it from others. */
export function measure(table) {
  return [...table.querySelectorAll(PIECES)].flatMap((node) => {
    const box = node.getBoundingClientRect();
    if (!box.width || !box.height) return [];
    const name = node.dataset.piece ?? node.dataset.card;
    const zone = node.closest("[data-zone]")?.dataset.zone ?? "";
    const seat = node.closest("[data-seat]")?.dataset.seat ?? "";
    const says = node.dataset.piece ? node.textContent : "";
    return [{ node, box, name, seat, place: `${zone} ${seat}`, says }];
  });
}

/** Take pairs out of two lists, those first that agree in what key says. */
function pair(old, now, key) {
  const waiting = new Map();
  for (const piece of old) waiting.set(key(piece), [...(waiting.get(key(piece)) ?? []), piece]);
  const pairs = [];
  for (const piece of [...now]) {
    const before = waiting.get(key(piece))?.shift();
    if (!before) continue;
    pairs.push([before, piece]);
    old.splice(old.indexOf(before), 1);
    now.splice(now.indexOf(piece), 1);
  }
  return pairs;
}

/** What has changed between two measurements: what moved, turned, came and went. */
export function difference(before, after, { isTrick = false } = {}) {
  // A trick goes to its taker; that it can still be looked at is another thing.
  const old = before.map((piece) => (isTrick && isPlayed(piece) ? { ...piece, name: `${piece.name} taken` } : piece));
  const now = [...after];
  const stayed = pair(old, now, (piece) => `${piece.name} ${piece.place}`);
  const isFace = (piece) => piece.name !== BACK;
  const faces = [old.filter(isFace), now.filter(isFace)];
  const moved = pair(...faces, (piece) => `${piece.name} ${piece.seat}`);
  moved.push(...pair(...faces, (piece) => piece.name));
  const rest = (list, taken) => list.filter((piece) => !isFace(piece) || taken.includes(piece));
  const [gone, come] = [rest(old, faces[0]), rest(now, faces[1])];
  const turned = pair(gone, come, (piece) => piece.place);
  // A pile that says another number than before gave what has come, or took what has gone.
  const counted = stayed.filter(([one, other]) => one.says !== other.says).map(([, piece]) => piece);
  return { moved: [...stayed, ...moved].filter(isElsewhere), turned, gone, come, counted };
}

const isPlayed = ({ place, seat }) => seat !== "" && place.startsWith("trick ");

function isElsewhere([before, after]) {
  const [one, other] = [before.box, after.box];
  return Math.abs(one.x - other.x) > 1 || Math.abs(one.y - other.y) > 1 || Math.abs(one.width - other.width) > 1;
}

const middle = (box) => [box.x + box.width / 2, box.y + box.height / 2];

function path(from, to) {
  const [[fromX, fromY], [toX, toY]] = [middle(from), middle(to)];
  return { shift: `translate(${fromX - toX}px, ${fromY - toY}px)`, scale: from.width / to.width };
}

/** The plate of a seat: what is the seat's and lies in no zone but the table. */
export function plate(table, seat) {
  const all = seat === "" ? [] : [...table.querySelectorAll(`[data-seat="${seat}"]`)];
  return all.find((each) => !each.matches(PIECES) && !each.closest('[data-zone]:not([data-zone="table"])')) ?? all[0];
}

function fly({ node, box }, from, options, appears = {}) {
  const { shift, scale } = path(from, box);
  const half = (scale + 1) / 2;
  // Half of the way, for the lift; what is left out at the end is the place of the piece itself.
  const way = shift.replace(/-?[\d.]+(e-?\d+)?px/g, (length) => `${parseFloat(length) / 2}px`);
  const frames = [
    { transform: `${shift} scale(${scale})`, offset: 0, ...appears },
    { transform: `${way} scale(${half * LIFT})`, offset: 0.5 },
  ];
  return node.animate(frames, { easing: CURVE, fill: "backwards", ...options });
}

function vanish(table, { left, top }, { node, box }, goal, options) {
  const ghost = node.cloneNode(true);
  ghost.removeAttribute("data-card");
  ghost.removeAttribute("data-piece");
  ghost.ariaHidden = "true";
  const place = { position: "absolute", left: box.x - left, top: box.y - top, width: box.width, height: box.height };
  for (const [name, value] of Object.entries(place)) {
    ghost.style[name] = typeof value === "number" ? `${value}px` : value;
  }
  ghost.style.pointerEvents = "none";
  ghost.style.margin = "0";
  table.append(ghost);
  const end = goal ? path(goal, box) : { shift: "none", scale: 1 };
  const transform = goal ? `${end.shift} scale(0.4)` : "none";
  const animation = ghost.animate([{ opacity: 1 }, { opacity: goal ? 0.6 : 0, transform }], { easing: CURVE, ...options });
  animation.finished.catch(() => null).then(() => ghost.remove());
  return animation;
}

/** Where a piece that has come sets out from: the middle of a deal, its pile, or a player's plate. */
function origins(table, { come, counted }, { about, moment }) {
  const cloth = moment === "deal" && table.querySelector('[data-zone="table"]')?.getBoundingClientRect();
  return come.map((piece) => {
    if (cloth) return shrunk(cloth, piece.box);
    const own = plate(table, piece.seat || about)?.getBoundingClientRect();
    return pileOf(piece, counted) ?? (own && shrunk(own, piece.box));
  });
}

const pileOf = (piece, counted) => counted.find((each) => each.name === piece.name)?.box;

/** Let the pieces of a table travel from where they were; ends when the last has arrived. */
export async function travel(table, before, how) {
  const { duration, about, moment } = how;
  const changes = difference(before, measure(table), { isTrick: moment === "trick" });
  const { moved, turned, gone, come, counted } = changes;
  // All is measured before anything moves: to measure what moves makes the browser lay it out anew.
  const from = origins(table, changes, how);
  const goal = plate(table, about)?.getBoundingClientRect();
  const frame = table.getBoundingClientRect();
  const flights = moved.map(([old, piece]) => fly(piece, old.box, { duration }));
  for (const [, { node }] of turned) {
    flights.push(node.animate([{ transform: "scaleX(0)" }, {}], { duration, easing: CURVE }));
  }
  const step = Math.min(DEAL_STEP_MS, DEAL_MAX_MS / Math.max(1, come.length));
  come.forEach((piece, number) => {
    // Dice tumble where they lie.
    if (piece.name === ROLL) return;
    const options = { duration, delay: moment === "deal" ? number * step : 0 };
    // One movement a piece: a second one on it would keep both from the compositor.
    if (from[number]) flights.push(fly(piece, from[number], options, HIDDEN));
    else flights.push(piece.node.animate([HIDDEN, {}], { ...options, duration: FADE_MS, fill: "backwards" }));
  });
  for (const piece of gone) {
    const end = piece.name === ROLL ? null : (pileOf(piece, counted) ?? goal);
    flights.push(vanish(table, frame, piece, end, { duration }));
  }
  if (moment === "dice") flights.push(...tumble(table, duration));
  await Promise.allSettled(flights.map((flight) => flight.finished));
  // While a piece has a movement behind it, even a finished one, the compositor does not take its next one.
  for (const flight of flights) flight.cancel();
}

/** Let dice tumble until their result stands; what follows from it is seen no sooner. */
function tumble(table, duration) {
  const dice = [...table.querySelectorAll(`[data-piece="${ROLL}"] svg`)].map((die, number) => {
    const turn = number % 2 ? -540 : 540;
    const frames = [{ transform: `translateY(-30px) rotate(${turn}deg)`, opacity: 0.2 }, { transform: "rotate(0deg)" }];
    return die.animate(frames, { duration, easing: CURVE });
  });
  const results = [...table.querySelectorAll("[data-result]")];
  return [...dice, ...results.map((each) => each.animate([HIDDEN, { ...HIDDEN, offset: 0.7 }, {}], { duration }))];
}

/** A box as large as a piece in the middle of another. */
function shrunk(around, piece) {
  const [x, y] = middle(around);
  const width = piece.width * 0.6;
  return { x: x - width / 2, y: y - piece.height * 0.3, width, height: piece.height * 0.6 };
}

/** Outline what has changed, for those who do not want things to move. */
export function outline(table, before) {
  const { moved, turned, come } = difference(before, measure(table));
  for (const { node } of [...moved.map(([, piece]) => piece), ...turned.map(([, piece]) => piece), ...come]) {
    node.dataset.changed = "";
    setTimeout(() => delete node.dataset.changed, OUTLINE_MS);
  }
}

/** Let a piece of the hand go to where it will lie, before the server has said anything. */
export function sendOff(table, piece, duration) {
  const goal = table.querySelector('[data-zone="place"]') ?? table.querySelector('[data-zone="trick"], [data-zone="loot"]');
  if (!goal) return null;
  const { shift } = path(goal.getBoundingClientRect(), piece.getBoundingClientRect());
  return piece.animate([{}, { transform: shift }], { duration, easing: CURVE, fill: "forwards" });
}
