// Compares the log with that of the last visit, on the page of the log.

import { filled } from "./matches/bytes.js";
import { follow, keepInstead, kept } from "./matches/log_follow.js";
import { keptKey } from "./matches/log_key.js";

/** What is wrong for ever, unless this browser keeps what the site shows now. */
const LASTING = ["back", "rewritten", "unsigned"];
const WRONG = [...LASTING, "other", "unreadable"];
const place = document.querySelector("#followed");

function keepsAny() {
  try {
    return kept() !== null;
  } catch {
    return false;
  }
}

/** Say what was found; where it is wrong or not shown, with the texts that tell so. */
function tell({ found, before, now, text, isSigned }) {
  const hasWords = found !== "none" || before !== null;
  const words = hasWords ? place.dataset[found] : "";
  const values = { before: before?.size, now: now?.size, origin: before?.origin };
  place.textContent = filled(isSigned === null ? `${words} ${place.dataset.unlooked}` : words, values);
  place.dataset.found = found;
  place.hidden = !hasWords;
  place.classList.toggle("wrong", WRONG.includes(found));
  if (!WRONG.includes(found) && found !== "none") return;
  const texts = [
    [place.dataset.kept, before?.note],
    [place.dataset.key, found === "unsigned" ? keptKey() : null],
    [place.dataset.shown, text],
  ].filter(([, each]) => Boolean(each));
  for (const [title, each] of texts) {
    const box = document.createElement("pre");
    box.textContent = each;
    place.append(document.createElement("br"), title, box);
  }
  if (LASTING.includes(found)) place.append(wayOut(texts, now));
}

/** Keep what the site shows now, once both texts are saved: nobody else has them. */
function wayOut(texts, now) {
  const save = document.createElement("a");
  save.className = "button quiet";
  save.textContent = place.dataset.save;
  const content = texts.map(([title, each]) => `${title}\n\n${each}`).join("\n");
  save.href = URL.createObjectURL(new Blob([content], { type: "text/plain;charset=utf-8" }));
  save.download = "public-log.txt";
  const keep = document.createElement("button");
  keep.type = "button";
  keep.className = "button quiet";
  keep.textContent = place.dataset.keep;
  keep.disabled = true;
  save.addEventListener("click", () => (keep.disabled = false));
  keep.addEventListener("click", async () => tell(await keepInstead(now)));
  const row = document.createElement("div");
  row.className = "row";
  row.append(place.dataset.instead, save, keep);
  return row;
}

// A site that shows no log owes nothing to a browser that has kept none.
if (place.dataset.isShown !== undefined || keepsAny()) tell(await follow({ acceptsOther: true }));
