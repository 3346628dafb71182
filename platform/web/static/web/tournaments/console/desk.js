// Scores by keyboard: the table, then the scores by seat; Enter saves, and the next table is there.
// Every table is a form of its own, which works without this script too.

import { announce } from "../../app.js";

const SCORE = /^[-\u2212]?\d{1,7}$/;
const FULL = /^[-\u2212]?\d\d$/;
const find = document.querySelector("#desk-find");
const fault = document.querySelector("[data-desk-fault]");
let desk = document.querySelector("#desk");
let last = null;

const scoresOf = (table) => [...table.querySelectorAll("input.score")];
const isAway = (field) => field.parentElement.querySelector("[name=absent]").checked;
const isOpen = (table) => scoresOf(table).length > 0 && !table.dataset.sending;
const tables = () => [...desk.children];

/** Put the places beside the scores as these stand; what was typed as a place stays. */
function showPlaces(table) {
  const fields = scoresOf(table).filter((field) => !isAway(field));
  for (const field of scoresOf(table)) {
    const place = field.parentElement.querySelector(".place");
    const known = fields.filter((each) => SCORE.test(each.value)).map((each) => number(each.value));
    const own = SCORE.test(field.value) && !isAway(field);
    const reported = known.length ? "" : (place.dataset.reported ?? "");
    place.placeholder = own ? `${1 + known.filter((each) => each > number(field.value)).length}.` : reported;
  }
}

const number = (text) => Number(text.replace("\u2212", "-"));

/** Say at a table what is wrong; nothing takes it away. */
function say(table, words) {
  const told = table.querySelector(".fault");
  if (!told) return;
  told.textContent = words;
  told.hidden = !words;
}

function placeFocus(table, options) {
  const field = scoresOf(table).find((each) => !each.value && !isAway(each)) ?? scoresOf(table)[0];
  (field ?? table.querySelector("a")).focus(options);
}

function focusOn(table) {
  placeFocus(table);
  table.scrollIntoView({ block: "nearest" });
}

/** Go to the next table that is open, from the first again after the last. */
function goOnFrom(table) {
  const all = tables();
  const at = all.indexOf(table);
  const next = [...all.slice(at + 1), ...all.slice(0, at)].find(isOpen);
  if (next) focusOn(next);
  else find.focus();
}

/** Return what is wrong with a table as it is typed; empty when it can be sent. */
function wrong(table) {
  const came = scoresOf(table).filter((field) => !isAway(field));
  const bad = came.find((field) => field.value && !SCORE.test(field.value));
  if (bad) return [bad, desk.dataset.bad];
  const places = came.filter((field) => field.parentElement.querySelector(".place").value);
  const missing = came.find((field) => !field.value);
  if (came.length < 2 || places.length === came.length) return null;
  return missing ? [missing, desk.dataset.missing] : null;
}

/** Whether something was typed that nobody has taken yet. */
function isBeingTyped(table) {
  const isSaid = (each) => each.value || isAway(each) || each.parentElement.querySelector(".place").value;
  return Boolean(table.dataset.sending) || scoresOf(table).some(isSaid);
}

/** Take the newest tables into the page; those that are being typed or sent stay. */
function take(page) {
  const fresh = page.querySelector("#desk");
  if (!fresh) return location.reload();
  const count = page.querySelector("[data-desk-count]");
  document.querySelector("[data-desk-count]").replaceChildren(...count.childNodes);
  for (const table of [...fresh.children]) {
    const old = desk.querySelector(`[data-table="${table.dataset.table}"]`);
    if (!old || isBeingTyped(old)) continue;
    const seat = scoresOf(old).indexOf(document.activeElement);
    old.replaceWith(table);
    if (seat < 0) continue;
    if (scoresOf(table)[seat]) scoresOf(table)[seat].focus();
    else goOnFrom(table);
  }
  for (const each of desk.querySelectorAll("[data-needs-script]")) each.hidden = false;
  takeNextStep(page);
}

/** Take what comes next into the page; who has a button of it in focus keeps it. */
function takeNextStep(page) {
  const [step, old] = [page, document].map((each) => each.querySelector("[data-next-step]"));
  if (!step || !old) return;
  const held = old.contains(document.activeElement) ? document.activeElement.textContent : null;
  old.replaceWith(step);
  if (held) [...step.querySelectorAll("a, button")].find((each) => each.textContent === held)?.focus();
}

/** Send a table in the background, and say there what came of it. */
async function send(table) {
  const form = table.querySelector("form");
  const away = scoresOf(table).filter(isAway).length;
  const body = new FormData(form);
  if (away) completeForfeit(table, body);
  table.dataset.sending = "yes";
  say(table, "");
  try {
    const answer = await fetch(away ? form.dataset.forfeit : form.action, { method: "POST", body });
    const text = await answer.text();
    delete table.dataset.sending;
    if (answer.status === 202) return hold(table);
    const page = new DOMParser().parseFromString(text, "text/html");
    if (!answer.ok) throw new Error(page.querySelector("[role=alert]:not([hidden]), .errorlist, .fault")?.textContent.trim() ?? answer.statusText);
    form.reset();
    const bad = page.querySelector(".messages .bad, .messages .warn");
    take(page);
    fault.hidden = !bad;
    fault.textContent = bad?.textContent ?? "";
    if (!bad) announce(desk.dataset.saved.replace("NUMBER", table.dataset.table));
  } catch (error) {
    delete table.dataset.sending;
    table.dataset.state = "wrong";
    say(table, error.message);
  }
}

function hold(table) {
  table.dataset.state = "held";
  table.querySelector(".badge").textContent = desk.dataset.held;
}

/** Give those who came the places of their scores: a forfeit is asked for by places. */
function completeForfeit(table, body) {
  const came = scoresOf(table).filter((field) => !isAway(field));
  for (const field of came) {
    const name = field.name.replace("score", "place");
    if (!body.get(name) && field.value) body.set(name, 1 + came.filter((each) => number(each.value) > number(field.value)).length);
  }
}

function submit(table) {
  const fields = scoresOf(table).filter((each) => !isAway(each));
  const isEmpty = fields.length === scoresOf(table).length && fields.every((each) => !each.value && !each.parentElement.querySelector(".place").value);
  const found = wrong(table);
  // Enter out of habit after a table's number saves nothing, and stays.
  if (isEmpty) return;
  if (found) {
    say(table, found[1]);
    return found[0].focus();
  }
  send(table);
  goOnFrom(table);
}

/** One press: this seat wins, and all others share the second place. */
function tie(table, field) {
  for (const each of scoresOf(table)) {
    each.value = "";
    each.parentElement.querySelector(".place").value = each === field ? 1 : 2;
  }
  submit(table);
}

/** One press: this player did not come; pressed again, they did. */
function setAway(table, field) {
  const box = field.parentElement.querySelector("[name=absent]");
  box.checked = !box.checked;
  field.value = "";
  field.placeholder = box.checked ? "\u2013" : "";
  field.parentElement.dataset.away = box.checked ? "yes" : "";
  showPlaces(table);
  move(table, field, 1);
}

function move(table, field, by) {
  const fields = scoresOf(table).filter((each) => each === field || !isAway(each));
  const next = fields[fields.indexOf(field) + by];
  if (next) next.focus();
}

const KEYS = {
  Enter: (table) => submit(table),
  " ": (table, field) => move(table, field, 1),
  ArrowDown: (table, field) => move(table, field, 1),
  ArrowUp: (table, field) => move(table, field, -1),
  "=": tie,
  x: setAway,
  "/": () => find.focus(),
};

document.addEventListener("keydown", (event) => {
  const field = event.target;
  const table = field.closest?.(".desk-table");
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (table && field.matches("input.score, input.place") && KEYS[event.key]) {
    if (event.key === "=" && !table.querySelector("[data-tie]")) return;
    event.preventDefault();
    KEYS[event.key](table, field.matches(".score") ? field : field.parentElement.querySelector(".score"));
  } else if (event.key === "/" && !field.matches("input, textarea, select")) {
    event.preventDefault();
    find.focus();
  } else if (field === find && event.key === "Enter") {
    event.preventDefault();
    look(true);
  }
});

document.addEventListener("input", (event) => {
  const field = event.target;
  const table = field.closest(".desk-table");
  if (field === find) return look(event.inputType === "insertReplacementText");
  if (!table) return;
  table.dataset.state = "open";
  if (field.matches(".score")) {
    const isBad = field.value && field.value !== "-" && !SCORE.test(field.value);
    field.setAttribute("aria-invalid", Boolean(isBad));
    say(table, isBad ? desk.dataset.bad : "");
    if (FULL.test(field.value)) move(table, field, 1);
  }
  showPlaces(table);
});

document.addEventListener("focusin", (event) => {
  if (event.target.matches("input.score")) last = event.target;
});

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-tie], [data-away]");
  if (!button) return;
  const table = button.closest(".desk-table");
  const field = table.contains(last) ? last : scoresOf(table)[0];
  (button.matches("[data-tie]") ? tie : setAway)(table, field);
});

document.addEventListener("submit", (event) => {
  const table = event.target.closest(".desk-table");
  if (!table) return;
  event.preventDefault();
  delete event.target.dataset.sent;
  submit(table);
});

/** Go to what is looked for: a table by its number, a person at a table, or their page. */
function look(isSure) {
  const text = find.value.trim();
  const count = desk.children.length;
  if (/^\d+$/.test(text)) {
    const table = desk.querySelector(`[data-table="${Number(text)}"]`);
    // The number is whole when no table has one that begins with it and is longer.
    if (table && (isSure || Number(text) * 10 > count)) leaveFor(() => focusOn(table));
    return;
  }
  if (!isSure) return;
  const wanted = text.toLocaleLowerCase();
  const names = [...document.querySelectorAll("#desk-names option")];
  const lower = (each) => each.value.toLocaleLowerCase();
  const found = names.find((each) => lower(each) === wanted) ?? names.find((each) => lower(each).startsWith(wanted)) ?? names.find((each) => lower(each).includes(wanted));
  if (!found || !wanted) return;
  const table = desk.querySelector(`[data-table="${found.dataset.table}"]`);
  if (!table) return location.assign(found.dataset.page);
  const seat = [...table.querySelectorAll(".desk-seats .name")].findIndex((each) => each.textContent === found.value);
  leaveFor(() => (scoresOf(table)[seat] ?? table.querySelector("a")).focus());
}

function leaveFor(go) {
  find.value = "";
  go();
}

/** Show what others have entered: the page listens for the tournament's versions. */
function listen() {
  const stream = new EventSource(`${desk.dataset.live}?since=${desk.dataset.version}`);
  stream.addEventListener("moved", async () => {
    const answer = await fetch(location.href);
    if (answer.ok) take(new DOMParser().parseFromString(await answer.text(), "text/html"));
  });
}

if (desk.dataset.live) listen();
const first = tables().find(isOpen);
if (first && !document.activeElement?.matches("input") && matchMedia("(pointer: fine)").matches) {
  // The page opens at its top, where it says what comes next.
  placeFocus(first, { preventScroll: true });
}
