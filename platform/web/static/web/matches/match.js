// A table that stays true by itself: it asks the server for its changing part whenever the match has
// moved, and sends moves without leaving the page. Without this script the same forms do the same.

const PART = { "X-Part": "table" };
const POLL_MS = 4000;
const connection = document.querySelector("#connection");
let match = document.querySelector("#match");
let asking = false;
let again = false;
let sending = false;
let sent = 0;
let stream = null;
let polling = null;

function announce(words) {
  document.querySelector("#live").textContent = words;
}

function warn(words) {
  connection.textContent = words || "";
  connection.hidden = !words;
}

/** Put the server's newest part in the place of the old one, and keep what the reader had in hand. */
function swap(html) {
  const found = new DOMParser().parseFromString(html, "text/html").querySelector("#match");
  if (!found) return false;
  const held = document.activeElement;
  const wasInside = match.contains(held);
  const value = held?.value;
  const id = held?.id;
  const open = [...match.querySelectorAll("details[open]")].map((each) => each.id);
  const wasMine = match.querySelector(".turn-line.mine") !== null;
  const moved = found.dataset.version !== match.dataset.version;
  match.replaceWith(found);
  match = found;
  for (const each of open) if (each) match.querySelector(`#${each}`)?.setAttribute("open", "");
  for (const each of match.querySelectorAll("[data-needs-script]")) each.hidden = false;
  document.title = match.dataset.title;
  if (moved) {
    match.classList.add("moved");
    announce(match.dataset.announce);
  }
  const isMine = match.querySelector(".turn-line.mine") !== null;
  if (wasInside) {
    const same = [...match.querySelectorAll("button, a, summary, [tabindex]")].find(
      (each) => (id && each.id === id) || (value && each.value === value),
    );
    (same || match.querySelector("#problem") || match.querySelector("#tray-title") || match.querySelector("h2"))?.focus({ preventScroll: true });
  } else if (isMine && !wasMine && document.activeElement === document.body) {
    match.querySelector("#tray-title")?.focus({ preventScroll: true });
  }
  tick();
  return true;
}

/** Ask for the table as it stands now; one question at a time. */
async function refresh() {
  if (asking || sending) {
    again = true;
    return;
  }
  asking = true;
  const before = sent;
  try {
    const answer = await fetch(match.dataset.address, { headers: PART, credentials: "same-origin" });
    const html = answer.ok ? await answer.text() : "";
    // An answer to a form that was sent meanwhile is the newer one, or will be. Versions do not say
    // so: on a server that has gone back in time the newer one has the lower version.
    if (sent !== before) again = true;
    else if (answer.ok) swap(html);
    if (answer.ok && stream?.readyState === EventSource.OPEN) warn("");
  } catch {
    warn(connection.dataset.lost);
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
async function send(form, button) {
  const body = new FormData(form, button);
  for (const each of match.querySelectorAll("button[form]")) each.setAttribute("aria-disabled", "true");
  try {
    const answer = await fetch(form.action, { method: "POST", body, headers: PART, credentials: "same-origin" });
    warn("");
    if (answer.redirected) location.assign(answer.url);
    else if (!swap(await answer.text())) warn(connection.dataset.failed);
    listen();
  } catch {
    warn(connection.dataset.failed);
  }
  for (const each of match.querySelectorAll("button[form]")) each.removeAttribute("aria-disabled");
  sending = false;
  ask();
}

document.addEventListener(
  "submit",
  (event) => {
    const form = event.target;
    if (!match.contains(form) || !event.submitter) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (sending) return;
    sending = true;
    sent += 1;
    send(form, event.submitter);
  },
  { capture: true },
);

// Arrow keys lead from card to card.
document.addEventListener("keydown", (event) => {
  const group = event.target.closest?.("[data-arrows]");
  const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
  if (!group || !step) return;
  const buttons = [...group.querySelectorAll("button")];
  const next = buttons[(buttons.indexOf(event.target) + step + buttons.length) % buttons.length];
  next?.focus();
  event.preventDefault();
});

/** Listen for news of the match, from the version on that the page shows. */
function listen() {
  const address = match.dataset.live;
  if (!address) {
    stream?.close();
    stream = null;
    return;
  }
  if (stream && stream.readyState !== EventSource.CLOSED) return;
  stream = new EventSource(`${address}?since=${match.dataset.version}`);
  stream.addEventListener("open", () => {
    warn("");
    clearInterval(polling);
    polling = null;
  });
  stream.addEventListener("moved", (event) => {
    if (Number(event.data) > Number(match.dataset.version)) refresh();
  });
  stream.addEventListener("reset", (event) => {
    // The server has gone back in time: what is newer than this is news from now on.
    match.dataset.version = event.data;
    refresh();
  });
  stream.addEventListener("end", () => {
    stream.close();
    refresh();
  });
  stream.addEventListener("error", () => {
    warn(connection.dataset.lost);
    // The browser tries again by itself unless it was refused; then the page asks now and then.
    if (stream.readyState === EventSource.CLOSED) {
      polling ??= setInterval(async () => {
        await refresh();
        listen();
      }, POLL_MS);
    }
  });
}

window.addEventListener("offline", () => warn(connection.dataset.lost));
window.addEventListener("online", () => {
  refresh();
  listen();
});
// A page out of the browser's memory may be hours old.
window.addEventListener("pageshow", (event) => {
  if (event.persisted) refresh();
});

/** Show how long whoever has to move still has. */
function tick() {
  for (const time of match.querySelectorAll("time[data-deadline]")) {
    const seconds = Math.max(0, Math.round((new Date(time.dateTime) - Date.now()) / 1000));
    const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
    time.textContent = parts.map((part) => String(part).padStart(2, "0")).join(":").replace(/^00:/, "");
    time.parentElement.classList.toggle("soon", seconds < 20);
  }
}

document.title = match.dataset.title;
tick();
setInterval(tick, 1000);
listen();
