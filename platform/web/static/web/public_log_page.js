// Compares the log with that of the last visit, on the page of the log.

import { filled } from "./matches/bytes.js";
import { follow } from "./matches/public_log.js";

const WRONG = ["back", "rewritten", "other", "unsigned"];
const place = document.querySelector("#followed");

if (place) {
  const { found, before, now, isSigned } = await follow({ acceptsOther: true });
  const words = filled(place.dataset[found] ?? "", { before: before?.size, now: now?.size, origin: before?.origin });
  place.textContent = isSigned === null ? `${words} ${place.dataset.unlooked}` : words;
  place.dataset.found = found;
  place.hidden = !words;
  if (WRONG.includes(found)) {
    place.classList.add("wrong");
    const said = (words, text) => {
      const note = document.createElement("pre");
      note.textContent = text;
      place.append(document.createElement("br"), words, note);
    };
    if (before !== null) said(place.dataset.kept, before.note);
    if (found === "unsigned") said(place.dataset.key, localStorage.getItem("public-log-key"));
    said(place.dataset.shown, now.note);
  }
}
