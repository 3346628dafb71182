// The console by drag and by keyboard; without it every form works as it stands.

import { announce } from "../../app.js";

/** Put words into a sentence of the page, whose places are written in capitals. */
function fill(sentence, words) {
  return Object.entries(words).reduce((text, [place, word]) => text.replace(place, word), sentence);
}

// What an act has come to stands at the head of the page; it is told aloud as well.
const said = document.querySelector("[role=status] .messages, .undo [role=status]");
if (said) setTimeout(() => announce(said.textContent.trim()), 300);

/** Put a moment that the page gives in UTC into the zone of the browser, and say which that is. */
function tellZone(zone) {
  const when = zone.parentElement.querySelector("input[type=datetime-local]");
  if (when.value && zone.value === "UTC") {
    const moment = new Date(`${when.value}Z`);
    moment.setMinutes(moment.getMinutes() - moment.getTimezoneOffset());
    when.value = moment.toISOString().slice(0, 16);
  }
  zone.value = Intl.DateTimeFormat().resolvedOptions().timeZone;
}
for (const zone of document.querySelectorAll("input[data-zone]")) tellZone(zone);

/** Show of a list only what has the typed words in it; accents need not be typed. */
function filter(field) {
  const plain = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLocaleLowerCase();
  const show = () => {
    for (const line of document.querySelectorAll(field.dataset.filter)) {
      line.hidden = !plain(line.textContent).includes(plain(field.value.trim()));
    }
  };
  field.closest("[data-needs-script]").hidden = false;
  field.addEventListener("input", show);
  show();
}
for (const field of document.querySelectorAll("[data-filter]")) filter(field);

/** Choose two players of a draft, by tick or by drag, and swap them. */
function choosePlayers(form) {
  const boxes = [...form.querySelectorAll("input[name=pair]")];
  const told = form.querySelector("[data-said]");
  const buttons = form.querySelectorAll("[data-swap], [data-apart]");
  const bye = form.querySelector("[data-bye]");
  const nameOf = (box) => box.closest(".chip").querySelector("span").textContent.trim();
  let order = boxes.filter((box) => box.checked);
  let dragged = null;

  function show() {
    for (const box of boxes) box.checked = order.includes(box);
    for (const button of buttons) button.setAttribute("aria-disabled", order.length !== 2);
    bye?.setAttribute("aria-disabled", order.length !== 1);
    const [first, second] = order.map(nameOf);
    if (!told) return;
    if (second) told.textContent = fill(form.dataset.ready, { FIRST: first, SECOND: second });
    else told.textContent = first ? fill(form.dataset.chosen, { NAME: first }) : form.dataset.none;
  }

  form.addEventListener("change", (event) => {
    if (event.target.name !== "pair") return;
    order = order.filter((box) => box !== event.target);
    if (event.target.checked) order = [...order, event.target].slice(-2);
    show();
  });
  form.addEventListener("click", (event) => {
    if (event.target.closest("[aria-disabled=true]")) event.preventDefault();
  });
  // Enter on a box chooses it, as the space bar does, instead of sending the form.
  form.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.target.type !== "checkbox") return;
    event.preventDefault();
    event.target.click();
  });

  for (const chip of form.querySelectorAll(".chip")) {
    const box = chip.querySelector("input");
    chip.draggable = true;
    chip.addEventListener("dragstart", () => {
      dragged = box;
      chip.classList.add("dragged");
    });
    chip.addEventListener("dragend", () => {
      dragged = null;
      chip.classList.remove("dragged");
    });
    chip.addEventListener("dragover", (event) => {
      if (!dragged || dragged === box) return;
      event.preventDefault();
      chip.classList.add("over");
    });
    chip.addEventListener("dragleave", () => chip.classList.remove("over"));
    chip.addEventListener("drop", (event) => {
      event.preventDefault();
      if (!dragged || dragged === box) return;
      order = [dragged, box];
      show();
      form.querySelector("[data-swap]").click();
    });
  }
  show();
}

/** Put seeds in order by drag or by arrows; the numbers follow. */
function orderSeeds(list) {
  let dragged = null;
  list.classList.add("scripted");

  function number() {
    [...list.children].forEach((line, at) => {
      line.querySelector(".place").value = at + 1;
    });
  }

  function tell(line) {
    const place = [...list.children].indexOf(line) + 1;
    announce(fill(list.dataset.moved, { NAME: line.dataset.name, PLACE: place }));
  }

  list.addEventListener("click", (event) => {
    const button = event.target.closest("[data-move]");
    if (!button) return;
    const line = button.closest("li");
    const up = button.dataset.move === "-1";
    const other = up ? line.previousElementSibling : line.nextElementSibling;
    if (!other) return;
    if (up) other.before(line);
    else other.after(line);
    button.focus();
    number();
    tell(line);
  });
  for (const line of list.children) {
    line.draggable = true;
    line.addEventListener("dragstart", () => {
      dragged = line;
      line.classList.add("dragged");
    });
    line.addEventListener("dragover", (event) => {
      event.preventDefault();
      if (!dragged || dragged === line) return;
      const box = line.getBoundingClientRect();
      if (event.clientY < box.top + box.height / 2) line.before(dragged);
      else line.after(dragged);
    });
    line.addEventListener("dragend", () => {
      line.classList.remove("dragged");
      number();
      tell(line);
      dragged = null;
    });
  }
}

for (const form of document.querySelectorAll("[data-draft]")) choosePlayers(form);
for (const list of document.querySelectorAll("[data-order]")) orderSeeds(list);
