// What the page and the server tell each other: versions come by a stream, tables by questions, and
// moves go out by the forms of the page.

import { atRest, flush, forget, isShowing, keepsChoice, known, reset, show } from "./queue.js";
import { current, isMine, MOVES, read, version } from "./table.js";
import { sentence } from "./words.js";

const STEPS = { "X-Part": "steps" };
const POLL_MS = 4000;
const connection = document.querySelector("#connection");
let asking = false;
let again = false;
let sending = false;
let sent = 0;
let stream = null;
let polling = null;
/** Whether the reader may see the match no more: then no connection is to be waited for. */
let isGone = false;
let wasMine = isMine();

export const isSending = () => sending;

function warn(words) {
  connection.textContent = words || "";
  connection.hidden = !words;
}

/** Say that the reader is signed out, which leads to where one can go on. */
function warnSignedOut() {
  const way = document.createElement("a");
  way.href = sentence("goOn");
  way.textContent = sentence("signedOut");
  connection.replaceChildren(way);
  connection.hidden = false;
}

const isSignIn = (answer) => answer.redirected && new URL(answer.url).pathname === sentence("signIn");

const wasPlaying = current().dataset.me !== "";

/** Take an answer: what is news goes to the queue; false when there is no table in it. */
function take({ steps, moves, isSignedIn }, isAnswer) {
  if (!steps.length) return false;
  const last = steps.at(-1);
  const newest = version(last.table);
  const news = steps.filter((step) => version(step.table) > known());
  if (newest < known()) reset(last);
  else if (news.length) show(news, moves);
  else if (isAnswer || !isShowing()) reset({ ...last, told: [] });
  if (!isSignedIn && wasPlaying) warnSignedOut();
  return true;
}

/** Ask for what has happened since; one question at a time. */
export async function refresh() {
  if (asking || sending) {
    again = true;
    return;
  }
  asking = true;
  const before = sent;
  try {
    const address = `${current().dataset.address}?since=${known()}`;
    const answer = await fetch(address, { headers: STEPS, credentials: "same-origin" });
    const html = answer.ok ? await answer.text() : "";
    await atRest();
    isGone = answer.status === 404;
    if (answer.ok && stream?.readyState === EventSource.OPEN) warn("");
    // An answer to a form that was sent meanwhile is the newer one, or will be. Versions do not say
    // so: on a server that has gone back in time the newer one has the lower version.
    if (sent !== before) again = true;
    else if (answer.ok) take(read(html), false);
    else if (isGone) warn(sentence("gone"));
  } catch {
    warn(sentence("lost"));
  }
  asking = false;
  ask();
}

/** Ask once more when news has come in the meantime. */
function ask() {
  if (!again) return;
  again = false;
  refresh();
}

/** Send a form of the table, once, and show what has come of it. */
export async function send(form, button) {
  if (sending) return;
  sending = true;
  sent += 1;
  document.dispatchEvent(new CustomEvent("move-sent"));
  forget();
  let retry = null;
  try {
    const body = new FormData(form, button);
    const answer = await fetch(form.action, { method: "POST", body, headers: STEPS, credentials: "same-origin" });
    warn("");
    if (answer.redirected && !isSignIn(answer)) {
      location.assign(answer.url);
      return;
    }
    const found = read(await answer.text());
    // Others may have moved while this was on its way. Where that leaves the choice as it was, the
    // move is made as it was meant.
    if (answer.status === 409 && button.name === "move" && keepsChoice(found.steps)) {
      retry = button.value;
      found.steps.at(-1)?.table.querySelector("#problem")?.remove();
    }
    if (isSignIn(answer)) {
      // What was pressed was not made, and goes back to where it lay; the next answer says why.
      reset({ table: current().cloneNode(true), told: [] });
      again = true;
    } else if (!take(found, true)) warn(sentence("failed"));
  } catch {
    warn(sentence("failed"));
    reset({ table: current().cloneNode(true), told: [] });
  }
  sending = false;
  document.dispatchEvent(new CustomEvent("move-answered"));
  listen();
  if (retry !== null) press(retry);
  else ask();
}

/** Make a move that the newest table offers; false when there is none such. */
export function press(value) {
  flush();
  const button = [...current().querySelectorAll(MOVES)].find((each) => each.value === value);
  if (button) send(button.form, button);
  return Boolean(button);
}

/** Listen for news of the match, from the version on that the page knows. */
export function listen() {
  const address = current().dataset.live;
  if (!address) {
    stream?.close();
    stream = null;
    return;
  }
  if (stream && stream.readyState !== EventSource.CLOSED) return;
  stream = new EventSource(`${address}?since=${known()}`);
  stream.addEventListener("open", () => {
    warn("");
    clearInterval(polling);
    polling = null;
    document.dispatchEvent(new CustomEvent("stream-opened"));
  });
  stream.addEventListener("remarks", () => document.dispatchEvent(new CustomEvent("talk-heard")));
  stream.addEventListener("ready", () => document.dispatchEvent(new CustomEvent("ready-heard")));
  stream.addEventListener("moved", (event) => {
    if (Number(event.data) <= known()) return;
    document.dispatchEvent(new CustomEvent("match-moved"));
    refresh();
  });
  stream.addEventListener("reset", (event) => {
    // The server has gone back in time: what is newer than this is news from now on.
    flush();
    current().dataset.version = event.data;
    refresh();
  });
  stream.addEventListener("end", () => {
    stream.close();
    refresh();
  });
  stream.addEventListener("error", () => {
    warn(sentence(isGone ? "gone" : "lost"));
    // The browser tries again by itself unless it was refused; then the page asks now and then.
    if (stream.readyState === EventSource.CLOSED) {
      polling ??= setInterval(async () => {
        await refresh();
        listen();
      }, POLL_MS);
    }
  });
}

window.addEventListener("offline", () => warn(sentence("lost")));
window.addEventListener("online", () => {
  refresh();
  listen();
});
// A page out of the browser's memory may be hours old.
window.addEventListener("pageshow", (event) => {
  if (event.persisted) refresh();
});
document.addEventListener("table-settled", () => {
  if (isMine() && !wasMine) document.dispatchEvent(new CustomEvent("turn-came"));
  wasMine = isMine();
});
