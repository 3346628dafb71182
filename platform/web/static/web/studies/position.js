// A position: a piece of a list goes to the place that was written in last, and what is opened as a
// study is what the form says now.

const form = document.querySelector("#position");
const open = document.querySelector("#position-open");
const ANY = /^(\d+\*)?\?$/;
let place = null;

form.addEventListener("focusin", (event) => {
  if (event.target.matches("textarea[data-pieces]")) place = event.target;
});

/** Put a piece in the place of the first one that is left to chance, or behind the others. */
function lay(piece) {
  const isGappy = "gaps" in place.dataset;
  const words = place.value.split(/[\s,]+/).filter((word) => word && (isGappy || word !== "-"));
  const at = words.findIndex((word) => ANY.test(word) || word === "-");
  if (at < 0) words.push(piece);
  else {
    const left = words[at].includes("*") ? parseInt(words[at], 10) - 1 : 0;
    words.splice(at, 1, piece, ...(left > 0 ? [left > 1 ? `${left}*?` : "?"] : []));
  }
  place.value = words.join(" ");
}

form.addEventListener("click", (event) => {
  const piece = event.target.closest("[data-piece]");
  if (!piece) return;
  const kind = piece.closest("[data-palette]").dataset.palette;
  if (place?.dataset.pieces !== kind) place = form.querySelector(`[data-pieces="${kind}"]`);
  lay(piece.dataset.piece);
});

open?.addEventListener("submit", () => {
  for (const [name, value] of new FormData(form)) {
    const field = open.elements.namedItem(name) ?? open.appendChild(document.createElement("input"));
    Object.assign(field, { type: "hidden", name, value });
  }
});
