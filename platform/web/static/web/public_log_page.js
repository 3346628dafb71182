// Compares the log with that of the last visit, on the page of the log.

import { follow } from "./matches/public_log.js";

const WRONG = ["back", "rewritten", "other"];
const place = document.querySelector("#followed");

if (place) {
  const { found, before, now } = await follow();
  const words = place.dataset[found] ?? "";
  const values = { before: before?.size, now: now?.size, origin: before?.origin };
  place.textContent = words.replace(/\{(\w+)\}/g, (_, name) => values[name]);
  place.dataset.found = found;
  place.hidden = !words;
  if (WRONG.includes(found)) {
    place.classList.add("wrong");
    const note = document.createElement("pre");
    note.textContent = localStorage.getItem("public-log");
    place.append(document.createElement("br"), place.dataset.kept, note);
  }
}
