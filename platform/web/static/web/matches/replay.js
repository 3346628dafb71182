// The replay: step, scrub and play, by mouse, touch or keys. Every moment is a page of its own, whose
// changing part is fetched; the address always leads to the moment that is shown.

import { morph } from "./morph.js";

const PART = { "X-Part": "table" };
/** Moments that are fetched before they are asked for, while somebody steps through them. */
const AHEAD = 3;
const parts = new Map();
const replay = document.querySelector("#replay");
let playing = null;
let wanted = null;
let coming = null;

const at = () => Number(replay.dataset.at);
const last = () => Number(replay.dataset.last);
const within = (moment) => Math.min(Math.max(moment, 1), last());
const addressOf = (moment, viewer) => `?at=${moment}&viewer=${encodeURIComponent(viewer)}`;

async function fetched(address) {
  const answer = await fetch(address, { headers: PART, credentials: "same-origin" });
  if (answer.status >= 500) throw new Error(String(answer.status));
  return answer.text();
}

/** A moment's part of the page; what could not be had is asked for again the next time. */
function part(address) {
  if (!parts.has(address)) {
    const text = fetched(address);
    text.catch(() => parts.delete(address));
    parts.set(address, text);
  }
  return parts.get(address);
}

/** Show a moment; when moments are asked for faster than they come, the last one asked for. */
async function show(moment, viewer = replay.dataset.viewer) {
  const asked = addressOf(within(moment), viewer);
  wanted = asked === coming ? null : asked;
  if (coming) return;
  try {
    while (wanted) {
      const before = at();
      [coming, wanted] = [wanted, null];
      swap(await part(coming), coming);
      lookAhead(at() - before);
    }
  } catch {
    stop();
  }
  coming = null;
}

/** Whoever has gone one step on or back is likely to go on. */
function lookAhead(step) {
  if (Math.abs(step) !== 1) return;
  for (let more = 1; more <= AHEAD; more += 1) {
    part(addressOf(within(at() + more * step), replay.dataset.viewer)).catch(() => null);
  }
}

function swap(html, address) {
  const found = new DOMParser().parseFromString(html, "text/html").querySelector("#replay");
  if (!found) return;
  for (const each of found.querySelectorAll("[data-needs-script]")) each.hidden = false;
  morph(replay, found);
  // What a reader has set no longer follows the markup. The scrubber stays under the finger that drags it.
  if (!wanted) replay.querySelector('input[type="range"]').value = at();
  replay.querySelector('[name="viewer"]').value = replay.dataset.viewer;
  label();
  history.replaceState(null, "", address);
  document.querySelector("#live").textContent = playing ? "" : replay.dataset.announce;
}

function label() {
  const button = replay.querySelector("[data-play]");
  button.dataset.start ??= button.textContent;
  button.textContent = playing ? button.dataset.stop : button.dataset.start;
}

function stop() {
  clearTimeout(playing);
  playing = null;
  label();
}

async function step() {
  if (at() >= last()) {
    stop();
    return;
  }
  await show(at() + 1);
  if (playing) playing = setTimeout(step, Number(replay.querySelector("[data-speed]").value));
}

function play() {
  if (playing) {
    stop();
    return;
  }
  playing = setTimeout(step, 0);
  label();
}

/** Where rounds, nights and tricks begin. */
const marks = () => replay.dataset.marks.split(" ").filter(Boolean).map(Number);
const STEPS = {
  first: () => 1,
  back: () => at() - 1,
  on: () => at() + 1,
  last,
  markBack: () => marks().findLast((mark) => mark < at()) ?? 1,
  markOn: () => marks().find((mark) => mark > at()) ?? last(),
};

document.addEventListener("click", (event) => {
  const link = event.target.closest("#replay [data-step], #replay [data-at]");
  if (link) {
    event.preventDefault();
    show(link.dataset.step ? STEPS[link.dataset.step]() : Number(link.dataset.at));
  } else if (event.target.closest("#replay [data-play]")) {
    play();
  } else if (event.target.closest("#replay [data-link]")) {
    copy(event.target.closest("[data-link]"));
  }
});

async function copy(button) {
  await navigator.clipboard.writeText(location.href);
  const words = button.textContent;
  button.textContent = button.dataset.copied;
  setTimeout(() => {
    button.textContent = words;
  }, 1500);
}

document.addEventListener("input", (event) => {
  if (event.target.name === "at" && replay.contains(event.target)) show(Number(event.target.value));
});
document.addEventListener("change", (event) => {
  if (event.target.name === "viewer") show(at(), event.target.value);
});
document.addEventListener("submit", (event) => {
  if (event.target.matches("#replay .replay-controls")) event.preventDefault();
});

const KEYS = { ArrowLeft: "back", ArrowRight: "on", Home: "first", End: "last" };
const SHIFT_KEYS = { ArrowLeft: "markBack", ArrowRight: "markOn" };
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const step = event.shiftKey ? SHIFT_KEYS[event.key] : KEYS[event.key];
  // The slider steps by itself, but knows nothing of tricks.
  if (event.target.closest("select, textarea") || (event.target.closest("input") && !event.shiftKey)) return;
  if (step) {
    event.preventDefault();
    show(STEPS[step]());
  } else if (event.key === " " && !event.target.closest("button, a, summary")) {
    event.preventDefault();
    play();
  }
});
