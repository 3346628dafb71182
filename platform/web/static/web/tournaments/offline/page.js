// The console without network: says what waits to be sent, shows its effects as provisional, and
// sends it when the server is there again, where each command is judged anew. Without this script,
// or where a page comes by plain HTTP, the console needs the server for everything.

import "./queue.js";
import { announce } from "../../app.js";
import { keepPages } from "./keeping.js";
import { markProvisional, wordsOf } from "./provisional.js";

const queue = globalThis.offlineQueue;
const AGAIN_MS = 4000;
const DROPPED_MS = 12 * 60 * 60 * 1000;
const COMMAND = /^\/organise\/[a-z0-9-]+\/do\/[a-z0-9-]+$/;
const panel = document.querySelector("#offline");
const { account, slug } = panel.dataset;
let reach = "";
let typed = false;
let button = null;

const isMine = (each) => each.account === account && (!slug || each.slug === slug);

/** Do something while no other window of this browser does the same. */
const alone = (work) => (navigator.locks ? navigator.locks.request("offline-queue", work) : work());

/** Ask an event's server who is signed in; says in `reach` why nothing can be sent. */
async function greet(event) {
  try {
    const answer = await fetch(`/organise/${event}/offline`, { redirect: "manual" });
    if (answer.ok) {
      const told = await answer.json();
      reach = told.account === account ? "" : "another";
      return reach ? null : told;
    }
    reach = { 401: "signed-out", 403: "no-role", 404: "no-role" }[answer.status] ?? "away";
  } catch {
    reach = "away";
  }
  return null;
}

/** Send a command; returns whether the server has said what became of it. */
async function send(command, token) {
  const form = new FormData();
  for (const [name, value] of command.fields) form.append(name, value);
  const headers = { "X-CSRFToken": token, "X-Offline-Own": await queue.own(account, command.slug) };
  if (command.agreed) headers["X-Offline-Seen"] = command.agreed;
  const answer = await fetch(command.path.replace("/do/", "/offline/"), { method: "POST", body: form, headers });
  if (answer.status === 429 || answer.status >= 500 || answer.status === 401) return false;
  const told = answer.ok ? await answer.json() : { outcome: "refused", words: panel.dataset.unread };
  const { outcome, version, html, may, words, versions } = told;
  if (outcome === "undecided") await queue.settle(command, { state: outcome, seen: version, html, may });
  else if (outcome === "refused") await queue.settle(command, { state: outcome, why: words });
  else await queue.settle(command, null, versions);
  return true;
}

/** Send all that waits, in order, and return how much the server has answered. */
async function sendAll() {
  const first = (await queue.list()).filter((each) => isMine(each) && each.state === "waiting");
  let sent = 0;
  for (const event of new Set([...first.map((each) => each.slug), ...(slug ? [slug] : [])])) {
    const told = await greet(event);
    if (!told) continue;
    const waits = async () =>
      (await queue.list()).find((each) => isMine(each) && each.slug === event && each.state === "waiting");
    for (let next = await waits(); next; next = await waits()) {
      if (!(await send(next, told.token))) break;
      sent += 1;
    }
    if (event === slug) keepPages(told, panel.dataset);
  }
  return sent;
}

async function flush() {
  let sent = 0;
  try {
    sent = await alone(sendAll);
  } catch {
    reach = "away";
  }
  await show();
  if (!sent) return;
  if (typed) panel.querySelector("[data-stale]").hidden = false;
  else location.reload();
}

/** Write the panel: why nothing can be sent, and what waits for whom. */
async function show() {
  const all = await queue.list();
  const mine = all.filter(isMine);
  const waiting = mine.filter((each) => each.state === "waiting");
  const foreign = all.filter((each) => each.account !== account && (!slug || each.slug === slug));
  panel.hidden = !reach && !mine.length && !foreign.length;
  panel.dataset.reach = reach;
  for (const words of panel.querySelectorAll("[data-when]")) words.hidden = words.dataset.when !== reach;
  const write = (name, count) => {
    const words = panel.querySelector(`[data-${name}]`);
    words.hidden = !count;
    words.querySelector("b").textContent = count;
  };
  write("waiting", waiting.length);
  write("undecided", mine.filter((each) => each.state === "undecided" || each.state === "refused").length);
  write("foreign", foreign.length);
  panel.querySelector("[data-list]").replaceChildren(...mine.map(written));
  markProvisional(waiting, panel.dataset.mark);
}

function written(command) {
  const line = panel.querySelector("template").content.cloneNode(true).firstElementChild;
  line.dataset.id = command.id;
  line.dataset.state = command.state;
  line.querySelector("[data-words]").textContent = command.words;
  const time = new Date(command.at).toLocaleTimeString(document.documentElement.lang.replace(/^en$/, "en-GB"), { timeStyle: "short" });
  line.querySelector("[data-time]").textContent = time;
  line.querySelector("[data-why]").textContent = command.state === "refused" ? command.why : "";
  // Escaped by the server that made it, and kept as it came.
  if (command.state === "undecided") line.querySelector("[data-question]").innerHTML = command.html;
  for (const each of line.querySelectorAll("[data-in]")) {
    each.hidden = !each.dataset.in.split(" ").includes(command.state) || (each.dataset.offline === "anyway" && !command.may);
  }
  return line;
}

const CHANGES = {
  anyway: (command) => ({ state: "waiting", agreed: command.seen }),
  again: () => ({ state: "waiting", agreed: undefined }),
  drop: () => ({ state: "dropped", at: Date.now() }),
  back: () => ({ state: "waiting", agreed: undefined }),
};
panel.addEventListener("click", async (event) => {
  const change = CHANGES[event.target.closest("[data-offline]")?.dataset.offline];
  if (!change) return;
  const id = Number(event.target.closest("li").dataset.id);
  const command = (await queue.list()).find((each) => each.id === id);
  if (command) await queue.settle(command, change(command));
  await flush();
});

// A form says with itself whose it is and what it does in words, for the list of what waits.
document.addEventListener("submit", (event) => (button = event.submitter), true);
document.addEventListener("formdata", (event) => {
  const path = new URL(event.target.getAttribute("action") ?? "", location.href).pathname;
  if (!COMMAND.test(path)) return;
  event.formData.set("held", JSON.stringify({ account, ...wordsOf(event.target, button) }));
});
document.addEventListener("input", () => (typed = true));


// A link to what an act would change leads nowhere without the server: the act waits, and what it
// would change is shown before it is done.
document.addEventListener("click", async (event) => {
  const link = event.target.closest("a[data-act]");
  if (!link || reach !== "away") return;
  event.preventDefault();
  const { pathname: path, searchParams } = new URL(link.href);
  const said = [...searchParams].filter(([name]) => name !== "next");
  const version = Number(panel.dataset.version);
  const key = crypto.randomUUID();
  await queue.add({
    ...{ account, slug, path, version, key },
    words: `${link.textContent.trim()}: ${document.title.split(" · ")[0]}`,
    hidden: said.map(([name]) => name),
    fields: [...said, ["key", key], ["version", String(version)]],
  });
  await flush();
});

queue.told.addEventListener("message", show);
addEventListener("online", flush);
addEventListener("offline", () => {
  reach = "away";
  announce(panel.querySelector('[data-when="away"]').textContent.trim());
  show();
});
setInterval(async () => {
  const waits = (await queue.list()).some((each) => isMine(each) && each.state === "waiting");
  if (reach === "away" || waits) flush();
}, AGAIN_MS);

// One worker serves the whole site; the one that earlier releases had for the console alone leaves.
for (const each of (await navigator.serviceWorker?.getRegistrations()) ?? []) {
  if (new URL(each.scope).pathname === "/organise") await each.unregister();
}
navigator.serviceWorker?.register("/worker.js");
for (const each of await queue.list()) {
  if (each.state === "dropped" && Date.now() - each.at > DROPPED_MS) await queue.settle(each, null);
}
await show();
await flush();
