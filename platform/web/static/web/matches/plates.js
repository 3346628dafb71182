// A plate opened by a press: all that the table says of a player, with its words, in the middle.

import { style } from "./style.js";
import { current } from "./table.js";

/** What tells pieces and seats of the table: a copy is none. */
const NAMES = ["id", "data-card", "data-piece", "data-zone", "data-seat", "data-place", "tabindex"];
const sheet = () => current().querySelector("#opened");
const PART = { "X-Part": "friend" };
let seat = "";
/** The buttons of friends, which the server sends with no table. */
let form = null;

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
  if (form && !sheet().contains(form)) place.after(form);
}

/** Say below it whether the player is a friend, with the buttons that the player's page has. */
async function befriend(address) {
  const asked = seat;
  form?.remove();
  form = null;
  if (!address) return;
  const answer = await fetch(address, { headers: PART, credentials: "same-origin" }).catch(() => null);
  if (answer?.status !== 200 || asked !== seat) return;
  form = new DOMParser().parseFromString(await answer.text(), "text/html").querySelector("form");
  if (!form) return;
  form.elements.next.value = location.pathname;
  // The report keeps the match at which it was made.
  const report = form.querySelector("[data-report]");
  if (report) report.search += `&match=${location.pathname.split("/")[2]}`;
  fill();
}

export async function open(plate) {
  seat = plate.dataset.seat;
  befriend(plate.querySelector(".plate-open")?.dataset.player);
  await style("plates.css");
  fill();
  sheet()?.showPopover();
}

document.addEventListener("table-shown", () => {
  if (sheet()?.matches(":popover-open")) fill();
});
