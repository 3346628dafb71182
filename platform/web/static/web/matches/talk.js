// What people say: the list beside the table, and a word at the plate of whoever says it.
// Loaded when somebody has said something, or is about to.

import { announce } from "./announce.js";
import { settings } from "./settings.js";
import { style } from "./style.js";
import { current } from "./table.js";
import { say, sentence } from "./words.js";

style("talk.css");

const SAID = { "X-Part": "said" };
const BUBBLE_MS = 4000;
// Longer than any phrase: own words stand on one line of the plate, and whole in the list.
const PHRASE_MAX = 26;
const POLL_MS = 5000;
const AFTERWARDS_MS = 15 * 60 * 1000;
const address = () => `${current().dataset.address}/remarks`;
const last = (list) => Number(list?.dataset.last || 0);
let newest = current().querySelector(".said");
let known = last(newest);
let bubbles = [];
let ended = null;
let asked = 0;
/** Ends when what the reader has said is answered. */
let saying = Promise.resolve();

/** Give the newest list to a table that was made before it. */
function come({ detail }) {
  const there = detail.querySelector(".said");
  if (there && last(there) < last(newest)) there.replaceWith(newest.cloneNode(true));
}

/** Show the list, unless the reader wants none of it, also in a table that has just come. */
function place() {
  newest = current().querySelector(".said") ?? newest;
  for (const line of newest?.querySelectorAll("li") ?? []) line.hidden = settings.talk === "off";
  tell();
  for (const { seat, words, until } of bubbles) bubble(seat, words, until - performance.now());
}

/** Tell once what is new, and show it at the plate of who said it. */
function tell() {
  const fresh = [...(newest?.querySelectorAll("li") ?? [])].filter((line) => Number(line.dataset.remark) > known);
  known = Math.max(known, last(newest));
  for (const line of fresh.filter((each) => !each.hidden)) {
    const words = line.querySelector(".said-words");
    const name = line.querySelector("b").textContent;
    announce([`${name}: ${words.getAttribute("aria-label") ?? words.textContent}`]);
    const seat = line.dataset.speaker;
    bubbles = bubbles.filter((each) => each.seat !== seat);
    bubbles.push({ seat, words: words.textContent, until: performance.now() + BUBBLE_MS });
  }
}

function bubble(seat, words, left) {
  const plate = current().querySelector(`.plate[data-seat="${CSS.escape(seat)}"]`);
  plate?.querySelector(".bubble")?.remove();
  if (!plate || left <= 0) return;
  const made = document.createElement("span");
  made.className = [...words].length > PHRASE_MAX ? "bubble long" : "bubble";
  made.ariaHidden = "true";
  made.textContent = words;
  plate.append(made);
  setTimeout(() => made.remove(), left);
}

async function ask(about = {}) {
  // What was said last may have been removed: the latest question has the latest answer.
  const number = ++asked;
  try {
    const answer = await fetch(address(), { headers: SAID, credentials: "same-origin", ...about });
    const found = new DOMParser().parseFromString(await answer.text(), "text/html").querySelector(".said");
    if (!found) say(sentence("failed"));
    else if (number === asked) {
      const there = current().querySelector(".said");
      newest = document.importNode(found, true);
      // What the reader was told stays until the next thing is said, whatever others say meanwhile.
      if (!about.method) newest.querySelector("ol").before(...(there?.querySelectorAll(".note") ?? []));
      there?.replaceWith(newest);
      place();
    }
    return Boolean(found) && answer.ok;
  } catch {
    if (about.method) say(sentence("failed"));
  }
  return false;
}

/** Have the buttons say what pressing them does next. */
function turn(account, isMuted) {
  for (const each of current().querySelectorAll(".mutes [aria-pressed]")) {
    if (each.value !== account) continue;
    each.name = isMuted ? "unmute" : "mute";
    each.setAttribute("aria-pressed", String(isMuted));
  }
}

/** Say what was chosen. */
export function speak(form, choice) {
  const content = new FormData(form, choice);
  if (choice?.name === "mute" || choice?.name === "unmute") {
    const { name, value } = choice;
    saying = ask({ method: "POST", body: content }).then((isDone) => isDone && turn(value, name === "mute"));
    return;
  }
  current().querySelector("#phrases")?.hidePopover();
  const typed = current().querySelector("#own-words");
  if (typed) typed.value = "";
  saying = ask({ method: "POST", body: content });
}

/** Ask for what others have said. A question put meanwhile would take the answer's place. */
const hear = () => saying.then(() => ask());

/** The stream ends with the match; for a while people thank one another. */
function linger() {
  if (current().dataset.live || ended !== null) return;
  ended = performance.now();
  const timer = setInterval(() => {
    if (performance.now() - ended > AFTERWARDS_MS || !current().querySelector("#talk")) clearInterval(timer);
    else if (!document.hidden) hear();
  }, POLL_MS);
}

document.addEventListener("table-coming", come);
document.addEventListener("change", place);
document.addEventListener("talk-heard", hear);
// What was said while nobody listened.
document.addEventListener("stream-opened", hear);
document.addEventListener("table-shown", place);
document.addEventListener("table-settled", linger);
place();
linger();
ask();
