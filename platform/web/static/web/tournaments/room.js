// A tournament's room: what is said comes by itself, and saying something leaves the page in place.
// Without this script the same forms and a reload do the same.

import { announce, tellTimes } from "../app.js";

const SAID = { "X-Part": "said" };
const POLL_MS = 20_000;
const room = () => document.querySelector("#room");
let asked = 0;

const number = (list) => Number(list?.querySelector("li:last-child")?.dataset.remark ?? 0);

/** Show the newest lines, and tell those that are new. */
function show(found) {
  const there = document.querySelector("#room-said");
  const known = number(there);
  const list = there.querySelector("ol");
  const isBelow = !list || list.scrollTop + list.clientHeight > list.scrollHeight - 40;
  there.replaceWith(found);
  tellTimes(found);
  for (const line of found.querySelectorAll("li")) {
    if (Number(line.dataset.remark) <= known) continue;
    const words = line.querySelector(".said-words");
    announce([`${line.querySelector("b").textContent}: ${words.getAttribute("aria-label") ?? words.textContent}`]);
  }
  if (isBelow) toEnd();
}

function toEnd() {
  const list = document.querySelector("#room-said ol");
  if (list) list.scrollTop = list.scrollHeight;
}

async function ask(about = {}) {
  const own = ++asked;
  const answer = await fetch(room().dataset.address, { headers: SAID, credentials: "same-origin", ...about });
  const found = new DOMParser().parseFromString(await answer.text(), "text/html").querySelector("#room-said");
  if (!found) throw new Error(`${answer.status}`);
  if (own === asked && room()) show(document.importNode(found, true));
  return answer.ok;
}

document.addEventListener("submit", async (event) => {
  const form = event.target;
  if (!room() || !["talk", "unsay"].includes(form.id)) return;
  event.preventDefault();
  const body = new FormData(form, event.submitter);
  // A phrase is said alone, whatever stands in the field.
  if (body.has("phrase")) body.delete("words");
  const isTyped = body.has("words");
  try {
    const isDone = await ask({ method: "POST", body });
    const field = document.querySelector("#own-words");
    if (isDone && isTyped && field) field.value = "";
  } catch {
    announce([room().dataset.failed]);
  }
});

document.addEventListener("room-heard", () => room() && ask().catch(() => {}));
// What the stream could not say is found after a while.
setInterval(() => room() && !document.hidden && ask().catch(() => {}), POLL_MS);
toEnd();
