// Follows a search for a match, and goes to the table when there is one.

const card = document.querySelector("#search");
const title = document.title;

function show(state) {
  const words = document.querySelector("#search-words");
  if (words.textContent !== state.words) words.textContent = state.words;
  if (state.state !== "waiting") return;
  document.querySelector("#search-part").setAttribute("width", 100 * state.part);
  const others = document.querySelector("#search-others");
  const { none, some } = others.dataset;
  others.textContent = state.others ? some.replace("%s", state.others) : none;
}

async function look() {
  try {
    const answer = await fetch(card.dataset.source, { headers: { Accept: "application/json" } });
    if (!answer.ok) return;
    const state = await answer.json();
    show(state);
    if (state.state === "found") {
      document.title = `● ${card.dataset.found}`;
      document.querySelector("#live").textContent = card.dataset.found;
    }
    if (state.address) location.replace(state.address);
  } catch {
    // The network is away; the next look will tell.
  }
}

function tick() {
  const time = document.querySelector("#search-time");
  if (!time.dataset.since) return;
  const seconds = Math.max(0, Math.round((Date.now() - new Date(time.dataset.since)) / 1000));
  const shown = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  time.textContent = `${time.dataset.words.replace("%s", shown)}.`;
  time.hidden = false;
  document.title = `${shown} · ${title}`;
}

if (card) {
  tick();
  setInterval(tick, 1000);
  setInterval(look, 1000 * Number(card.dataset.every));
}
