// What every page does beyond plain HTML; without it every page still reads and every form works.

import { watchTurns } from "./turns.js";

/** Say something to those who listen to the page. */
export function announce(words) {
  document.querySelector("#live").textContent = words;
}

// A form is sent once, however often its button is pressed.
document.addEventListener("submit", (event) => {
  const form = event.target;
  if (form.dataset.sent) {
    event.preventDefault();
    return;
  }
  form.dataset.sent = "yes";
  if (form.method === "dialog") delete form.dataset.sent;
});
// Whoever comes back to a page by the back button may send its forms again.
window.addEventListener("pageshow", () => {
  for (const form of document.forms) delete form.dataset.sent;
});

// Buttons that copy a text: <button data-copy="#id">.
document.addEventListener("click", async (event) => {
  const button = event.target.closest("[data-copy]");
  if (!button) return;
  await navigator.clipboard.writeText(document.querySelector(button.dataset.copy).textContent.trim());
  announce(button.dataset.copied);
  button.textContent = button.dataset.copied;
});

// What is for people with JavaScript only.
for (const element of document.querySelectorAll("[data-needs-script]")) element.hidden = false;

// Fields that send their form as soon as they change.
document.addEventListener("change", (event) => {
  if (event.target.closest("[data-send-on-change]")) event.target.form.requestSubmit();
});

/** Write moments in the reader's own zone, and close ones as "in 3 minutes". */
export function tellTimes(root = document) {
  // As the server writes English: 5 Nov 2026.
  const language = document.documentElement.lang.replace(/^en$/, "en-GB");
  const soon = new Intl.RelativeTimeFormat(language, { numeric: "auto" });
  for (const time of root.querySelectorAll("time[data-tell]")) {
    const moment = new Date(time.dateTime);
    const minutes = Math.round((moment - Date.now()) / 60000);
    time.title = moment.toLocaleString(language);
    if (time.dataset.tell === "whole") time.textContent = moment.toLocaleString(language, { dateStyle: "full", timeStyle: "short" });
    else if (Math.abs(minutes) < 60) time.textContent = soon.format(minutes, "minute");
    else if (Math.abs(minutes) < 48 * 60) time.textContent = soon.format(Math.round(minutes / 60), "hour");
    else time.textContent = moment.toLocaleDateString(language, { dateStyle: "medium" });
  }
}
tellTimes();
setInterval(() => tellTimes(), 30000);

if (document.querySelector("#turns")) watchTurns(announce);

// Every browser watches the public log, when the page has long been there (matches/log_watch.js).
const LOOK_AFTER_MS = 8000;
const LOOK_EVERY_MS = 10 * 60000;

async function watchLog(note) {
  let last, isKept;
  try {
    last = JSON.parse(localStorage.getItem("public-log-look")) ?? { at: 0 };
    isKept = localStorage.getItem("public-log") !== null;
  } catch {
    return; // This browser keeps nothing.
  }
  const waited = Date.now() - last.at;
  const isDue = waited >= LOOK_EVERY_MS;
  setTimeout(watchLog, isDue ? LOOK_EVERY_MS : Math.min(LOOK_EVERY_MS, LOOK_EVERY_MS - waited), note);
  // Where the log of earlier visits is not shown any more, the page says so.
  const isWatched = isKept || note.dataset.isLogged !== undefined;
  if (isWatched && !document.hidden && (isDue || last.isWrong)) (await import("./matches/log_watch.js")).watch({ isDue });
}

const logNote = document.querySelector("#log-wrong");
if (logNote) addEventListener("load", () => setTimeout(watchLog, LOOK_AFTER_MS, logNote));

// The worker shows a page without network, and makes the site one that can be installed.
navigator.serviceWorker?.register("/worker.js").catch(() => {});

// Pages that the browser keeps for the time without network go when somebody else sits here.
const { account } = document.documentElement.dataset;
if (account !== undefined && globalThis.caches) {
  const foreign = (name) => name.startsWith("offline-") && name !== `offline-${account}`;
  caches.keys().then((names) => names.filter(foreign).forEach((name) => caches.delete(name)));
}
