// A table that stays true by itself. Without these scripts the same forms do the same.
//
// connection.js asks what has happened and sends moves, queue.js shows it step by step, table.js
// makes the table what it is now (morph.js) and travel.js moves the pieces. What a hand does is in
// hand.js, own_moves.js and keys.js; the others are small and named after what they do. What a first
// view does without is loaded when it is needed: keys, own moves, the sound, movement,
// sheets, opened plates.

import { tick } from "./clock.js";
import { listen } from "./connection.js";
import "./hand.js";
import { loadEnds } from "./queue.js";
import { current } from "./table.js";

/** What was said while the page was on its way is heard after so long. */
const TALK_MS = 5000;

for (const each of document.querySelectorAll("#match [data-needs-script]")) each.hidden = false;
document.title = current().dataset.title;
document.addEventListener("table-shown", tick);
// A piece that is pressed is to move at once.
document.addEventListener("pointerdown", () => [import("./sound.js"), import("./travel.js"), talk()], { once: true });
document.addEventListener("table-shown", () => {
  if (current().matches("[data-forced], [data-may-prepare]")) import("./own_moves.js");
});
const talk = () => import("./talk.js");
document.addEventListener("click", ({ target }) => {
  if (target.closest?.("#talk-open")) talk();
  const plate = target.closest?.("#match .plate[data-seat]");
  if (!plate || target.closest("a, summary, button:not(.plate-open)")) return;
  import("./plates.js").then(({ open }) => open(plate));
});
document.addEventListener("talk-heard", talk);
document.addEventListener("submit", (event) => {
  if (event.target.id !== "talk" && event.target.id !== "unsay") return;
  event.preventDefault();
  talk().then(({ speak }) => speak(event.target, event.submitter));
});
// Afterwards people thank one another, and nobody says so.
document.addEventListener("table-settled", () => current().dataset.live || talk());
if (current().querySelector("[data-remark]")) talk();
else setTimeout(talk, TALK_MS);
let keys = null;
document.addEventListener("keydown", (event) => {
  keys ??= import("./keys.js");
  keys.then(({ pressed }) => pressed(event));
});
document.dispatchEvent(new CustomEvent("table-shown"));
document.dispatchEvent(new CustomEvent("table-settled"));
loadEnds(current());
listen();
