// The replay: step, scrub and play, by mouse, touch or keys. Every moment is a page of its own, whose
// changing part is fetched; the address always leads to the moment that is shown.

const PART = { "X-Part": "table" };
const parts = new Map();
let replay = document.querySelector("#replay");
let playing = null;
let wanted = null;
let busy = false;

const at = () => Number(replay.dataset.at);
const last = () => Number(replay.dataset.last);
const addressOf = (moment, viewer) => `?at=${moment}&viewer=${encodeURIComponent(viewer)}`;

async function part(address) {
  if (!parts.has(address)) {
    const answer = await fetch(address, { headers: PART, credentials: "same-origin" });
    if (answer.status >= 500) throw new Error(String(answer.status));
    parts.set(address, await answer.text());
  }
  return parts.get(address);
}

/** Show a moment; when moments are asked for faster than they come, the last one asked for. */
async function show(moment, viewer = replay.dataset.viewer) {
  wanted = addressOf(Math.min(Math.max(moment, 1), last()), viewer);
  if (busy) return;
  busy = true;
  try {
    while (wanted) {
      const address = wanted;
      wanted = null;
      swap(await part(address), address);
    }
  } catch {
    stop();
  }
  busy = false;
}

function swap(html, address) {
  const found = new DOMParser().parseFromString(html, "text/html").querySelector("#replay");
  if (!found) return;
  const held = document.activeElement;
  const selector = held && replay.contains(held) && (held.dataset.step ? `[data-step="${held.dataset.step}"]` : held.name ? `[name="${held.name}"]` : held.hasAttribute("data-play") ? "[data-play]" : null);
  const speed = replay.querySelector("[data-speed]").value;
  // The scrubber must stay under the finger that drags it.
  const scrubber = replay.querySelector('input[type="range"]');
  const dragged = held === scrubber;
  const fresh = found.querySelector('input[type="range"]');
  scrubber.max = fresh.max;
  scrubber.setAttribute("aria-valuetext", fresh.getAttribute("aria-valuetext"));
  if (!dragged) scrubber.value = fresh.value;
  fresh.replaceWith(scrubber);
  replay.replaceWith(found);
  replay = found;
  for (const each of replay.querySelectorAll("[data-needs-script]")) each.hidden = false;
  replay.querySelector("[data-speed]").value = speed;
  label();
  if (selector) replay.querySelector(selector)?.focus({ preventScroll: true });
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
  if (replay.contains(event.target)) event.preventDefault();
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
