// A framed page that stays true: it listens for versions, and fetches itself anew when there is a
// new one. Without this script a reload does the same. It sends no cookies along.

import "../tournaments/clock.js";

const RETRY_MS = 8000;
const SOON_MS = 2000;
/** What is private now, or gone. */
const GONE = [404, 410];
let shown = document.querySelector("#embed");
let isAsking = false;
let isStale = false;
/** The highest version that was told of: a cache on the way may still answer with an older page. */
let wanted = 0;
let stream = null;
let isOver = false;

const isBehind = () => Number(shown.dataset.version) < wanted;

/** Put what is new in the place of what is there, and keep how far it is scrolled. */
function swap(html) {
  const found = new DOMParser().parseFromString(html, "text/html").querySelector("#embed");
  if (!found) return;
  const scrolled = [...shown.querySelectorAll(".scroll")].map((each) => each.scrollLeft);
  shown.replaceWith(found);
  shown = found;
  shown.querySelectorAll(".scroll").forEach((each, place) => (each.scrollLeft = scrolled[place] || 0));
}

async function refresh() {
  if (isOver) return;
  isStale = isAsking || document.hidden;
  if (isStale) return;
  isAsking = true;
  try {
    const answer = await fetch(location.href, { credentials: "omit", cache: "no-cache" });
    if (answer.ok) {
      swap(await answer.text());
      isStale = isBehind();
    } else if (GONE.includes(answer.status)) stop();
    else isStale = true;
  } catch {
    isStale = true;
  }
  isAsking = false;
}

/** Ask no more: nothing is there any longer. */
function stop() {
  isOver = true;
  clearInterval(asking);
  stream?.close();
}

/** Listen for versions, from the one on that is shown; ask now and then where that fails. */
function listen() {
  if (isOver || !shown.dataset.live) return;
  stream = new EventSource(`${shown.dataset.live}?since=${shown.dataset.version}`);
  stream.addEventListener("moved", (event) => {
    wanted = Math.max(wanted, Number(event.data));
    if (isBehind()) refresh();
  });
  stream.addEventListener("reset", (event) => {
    shown.dataset.version = event.data;
    wanted = 0;
    refresh();
  });
  stream.addEventListener("end", () => {
    stream.close();
    refresh();
  });
  stream.addEventListener("error", () => {
    // The browser tries again by itself unless it was refused.
    if (stream.readyState === EventSource.CLOSED) setTimeout(() => refresh().then(listen), RETRY_MS);
  });
}

const asking = setInterval(() => isStale && refresh(), SOON_MS);
document.addEventListener("visibilitychange", () => isStale && refresh());
listen();
