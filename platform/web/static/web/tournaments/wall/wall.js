// The wall turns its pages, listens for the tournament's versions and fetches itself when there is a
// new one. Nothing moves or flashes: one page takes the place of another. Without a network the
// clock runs on, and a line says that results may be old.

import { countDown } from "../clock.js";

const TURN_MS = 12_000;
const RETRY_MS = 5000;
const OFFLINE_MS = 10_000;
const CHECK_MS = 30_000;
let wall = document.querySelector("#wall");
let shown = wall.querySelector(".wall-part:not([hidden])")?.id;
let turned = Date.now();
let isHeld = false;
let asking = false;
let again = false;
let checked = Date.now();
let failedAt = 0;

/** Show a page, or the first one where it is gone, and say which comes next. */
function show(id) {
  const parts = [...wall.querySelectorAll(".wall-part")];
  const at = Math.max(0, parts.findIndex((each) => each.id === id));
  parts.forEach((each, place) => (each.hidden = place !== at));
  for (const link of wall.querySelectorAll("[data-page]")) {
    if (link.dataset.page === parts[at]?.id) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  shown = parts[at]?.id;
  const next = wall.querySelector("[data-next]");
  if (next) next.textContent = parts[(at + 1) % parts.length].dataset.title;
}

/** Turn by so many pages. */
function turn(by) {
  const ids = [...wall.querySelectorAll(".wall-part")].map((each) => each.id);
  show(ids[(ids.indexOf(shown) + by + ids.length) % ids.length]);
  turned = Date.now();
}

function dress() {
  const button = wall.querySelector("[data-pause]");
  button.hidden = false;
  button.textContent = isHeld ? button.dataset.go : button.dataset.stop;
  wall.querySelector("[data-offline]").hidden = !failedAt || Date.now() - failedAt < OFFLINE_MS;
}

/** Put the newest wall in the place of the old one, on the same page of it. */
function swap(html) {
  const found = new DOMParser().parseFromString(html, "text/html").querySelector("#wall");
  if (!found) return;
  const held = wall.contains(document.activeElement) ? document.activeElement.dataset : null;
  wall.replaceWith(found);
  wall = found;
  show(shown);
  dress();
  countDown();
  if (held?.page) wall.querySelector(`[data-page="${held.page}"]`)?.focus();
  else if (held && "pause" in held) wall.querySelector("[data-pause]").focus();
}

/**
 * Fetch the wall as it stands, one question at a time: what happens meanwhile is asked for soon
 * after. A network that is gone without a word is noticed by this alone.
 */
async function refresh() {
  again = asking;
  if (asking) return;
  asking = true;
  checked = Date.now();
  try {
    const answer = await fetch(location.href, { credentials: "same-origin" });
    if (!answer.ok) throw new Error(answer.status);
    const html = await answer.text();
    failedAt = 0;
    swap(html);
  } catch {
    failedAt ||= Date.now();
  }
  asking = false;
}

/** Listen for versions; whenever the stream breaks, ask whether the server is there. */
function listen() {
  const stream = new EventSource(`${wall.dataset.live}?since=${wall.dataset.version}`);
  stream.addEventListener("moved", (event) => {
    if (Number(event.data) > Number(wall.dataset.version)) refresh();
  });
  stream.addEventListener("reset", (event) => {
    wall.dataset.version = event.data;
    refresh();
  });
  stream.addEventListener("end", () => {
    // It is over, and may be reopened: then the wall goes on.
    stream.close();
    refresh();
    setTimeout(listen, RETRY_MS * 6);
  });
  stream.addEventListener("error", () => {
    refresh();
    if (stream.readyState !== EventSource.CLOSED) return;
    setTimeout(listen, RETRY_MS);
  });
}

document.addEventListener("click", (event) => {
  const link = event.target.closest("[data-page]");
  if (link && !(event.ctrlKey || event.metaKey || event.shiftKey || event.button)) {
    event.preventDefault();
    show(link.dataset.page);
    turned = Date.now();
  }
  if (event.target.closest("[data-pause]")) {
    isHeld = !isHeld;
    turned = Date.now();
    dress();
  }
});
document.addEventListener("keydown", (event) => {
  if (event.key === "ArrowRight") turn(1);
  if (event.key === "ArrowLeft") turn(-1);
});
setInterval(() => {
  if (!isHeld && Date.now() - turned >= TURN_MS) turn(1);
  if (again || Date.now() - checked >= (failedAt ? RETRY_MS : CHECK_MS)) refresh();
  dress();
}, 500);

window.addEventListener("online", refresh);
window.addEventListener("offline", refresh);

/** Keep the screen of the projector's laptop awake, where the browser can. */
function stayAwake() {
  if (document.visibilityState === "visible") navigator.wakeLock?.request("screen").catch(() => {});
}
document.addEventListener("visibilitychange", stayAwake);
stayAwake();
dress();
listen();
