// What a round or a match came to: a sheet that closes by a press or by itself and names who has gone
// on, and the question for another match, which shows what everybody has answered. Without this script
// both are links and forms.

import { style } from "./style.js";
import { current } from "./table.js";

const AGAIN_MS = 2500;
const AGAIN_MOST = 360;
const READY = { "X-Part": "ready" };
/** When each sheet was first seen, so that a newer copy of the same one has no more time. */
const since = new Map();
let asked = 0;
let readyAsked = 0;
let isLed = Boolean(document.querySelector("#again")?.dataset.go);

/** How sheets look comes with the page where it has one, and with this script where it has not. */
export const styled = document.querySelector('link[href*="ends.css"]') ? Promise.resolve() : style("ends.css");

const sheet = () => document.querySelector("[data-ended]:not([hidden])");
const key = (version) => `closed ${location.pathname} ${version}`;
const isClosed = (version) => sessionStorage.getItem(key(version)) !== null;

/** Wait until no sheet that closes by itself is open: what comes after it is shown then. */
export async function sheetClosed() {
  // A newer table may take its place, without it: it is never closed then.
  while (sheet()?.dataset.closesAfter) {
    await new Promise((resolve) => {
      for (const name of ["sheet-closed", "table-shown"]) document.addEventListener(name, resolve, { once: true });
    });
  }
}

function close(open) {
  sessionStorage.setItem(key(open.dataset.ended), "");
  const hadFocus = open.contains(document.activeElement);
  open.hidden = true;
  if (hadFocus) document.querySelector("#tray-title, #match h1")?.focus({ preventScroll: true });
  document.dispatchEvent(new CustomEvent("sheet-closed", { detail: open.dataset.ended }));
}

/** Close a sheet at its reader's wish, and have the others know: nothing depends on their hearing it. */
function goOn(open) {
  const form = open.querySelector("#ready");
  const about = { method: "POST", headers: READY, credentials: "same-origin", keepalive: true };
  if (form) fetch(form.action, { ...about, body: new FormData(form) }).catch(() => {});
  close(open);
}

/** Name who has gone on by now. */
async function nameReady() {
  const version = sheet()?.dataset.ended;
  if (!sheet()?.querySelector(".end-ready")) return;
  const number = ++readyAsked;
  try {
    const address = `${current().dataset.address}/ready?version=${version}`;
    const answer = await fetch(address, { headers: READY, credentials: "same-origin" });
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const fresh = page.querySelector(".end-ready")?.textContent;
    const shown = sheet()?.querySelector(".end-ready");
    const isNewest = number === readyAsked && sheet()?.dataset.ended === version;
    if (fresh && isNewest && shown.textContent !== fresh) shown.textContent = fresh;
  } catch {
    // The next one who goes on is named with those before.
  }
}

/** Hide what the reader has closed before, and count the seconds of what is open. */
function tick() {
  const open = sheet();
  if (!open) return;
  if (isClosed(open.dataset.ended)) {
    open.hidden = true;
    return;
  }
  if (!since.has(open.dataset.ended)) {
    since.set(open.dataset.ended, 0);
    nameReady();
    // Who has just moved stands at the turn line, which the sheet lies over.
    if (document.activeElement.matches('body, [data-zone="turn"]')) open.querySelector("h2")?.focus({ preventScroll: true });
  }
  const most = Number(open.dataset.closesAfter ?? 0);
  if (!most) return;
  const gone = since.get(open.dataset.ended);
  const words = open.querySelector("[data-left]");
  const said = words?.dataset.words.replace("{left}", String(Math.max(0, Math.ceil(most - gone))));
  if (words && words.textContent !== said) words.textContent = said;
  if (gone >= most) close(open);
}

// Whoever goes through the sheet by keyboard, or looks elsewhere, has all the time.
setInterval(() => {
  const open = sheet();
  const reads = open?.matches(":focus-within") && document.activeElement !== open.querySelector("h2");
  if (open && since.has(open.dataset.ended) && !reads && !document.hidden) {
    since.set(open.dataset.ended, since.get(open.dataset.ended) + 0.25);
  }
  tick();
}, 250);
document.addEventListener("table-shown", tick);

document.addEventListener("click", (event) => {
  const button = event.target.closest('[data-ended] [data-action="ready"]');
  if (!button || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  goOn(button.closest("[data-ended]"));
});
document.addEventListener("keydown", (event) => {
  const open = sheet();
  if (event.key === "Escape" && open && !document.querySelector(":popover-open, dialog[open]")) goOn(open);
});
document.addEventListener("ready-heard", nameReady);

/** Lead on as soon as the new table stands; whoever comes back to a match that is long over stays. */
function lead() {
  const go = document.querySelector("#again")?.dataset.go;
  if (go && !isLed) location.assign(go);
  isLed ||= Boolean(go);
}

/** Put the newest answers in the place of the old ones. */
function show(html) {
  const fresh = new DOMParser().parseFromString(html, "text/html").querySelector("#again");
  const shown = document.querySelector("#again");
  if (!fresh || !shown) return;
  const said = (each) => each.querySelector(".again-seats").textContent;
  if (said(fresh) === said(shown) && fresh.dataset.go === shown.dataset.go) return;
  const held = document.activeElement?.value;
  shown.replaceWith(fresh);
  if (held) fresh.querySelector(`button[value="${CSS.escape(held)}"]`)?.focus({ preventScroll: true });
  lead();
}

document.addEventListener("table-shown", lead);
setInterval(async () => {
  const shown = document.querySelector("#again");
  if (!shown || shown.dataset.go || document.hidden || asked >= AGAIN_MOST) return;
  asked += 1;
  try {
    const answer = await fetch(shown.dataset.address, { credentials: "same-origin" });
    if (answer.ok && !answer.redirected) show(await answer.text());
  } catch {
    // The next question may get through.
  }
}, AGAIN_MS);

tick();
