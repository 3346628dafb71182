// A plate opened by a press: all that the table says of a player, with its words, in the middle.

import { current } from "./table.js";

/** What tells pieces and seats of the table: a copy is none. */
const NAMES = ["id", "data-card", "data-piece", "data-zone", "data-seat", "data-place", "tabindex"];
const sheet = () => current().querySelector("#opened");
let seat = "";

/** Show the plate as it is now. */
function fill() {
  const plate = current().querySelector(`.plate[data-seat="${CSS.escape(seat)}"]`);
  const place = sheet()?.firstElementChild;
  if (!plate || !place) return;
  const copy = plate.cloneNode(true);
  copy.querySelector(".plate-open")?.remove();
  for (const each of copy.querySelectorAll("*")) for (const name of NAMES) each.removeAttribute(name);
  place.className = "plate";
  place.replaceChildren(...copy.childNodes);
}

export function open(plate) {
  seat = plate.dataset.seat;
  fill();
  sheet()?.showPopover();
}

document.addEventListener("table-shown", () => {
  if (sheet()?.matches(":popover-open")) fill();
});
