// Beside the scores that a player types, the places that follow from them; what is chosen stays.
// Whoever changes what another player has reported does not confirm it, and the button says so.
// Without network a press sends nothing, and what was typed stays.

const SCORE = /^[-\u2212]?\d{1,7}$/;
const number = (text) => Number(text.trim().replace("\u2212", "-"));

/** Show in each field of a place that nobody has chosen what it comes to. */
function showPlaces(rows) {
  const scores = [...rows.querySelectorAll("input[name^=score_]")];
  const known = scores.map((field) => field.value.trim()).filter((text) => SCORE.test(text)).map(number);
  for (const field of scores) {
    const place = rows.querySelector(`select[name="${field.name.replace("score", "place")}"]`);
    if (!place) continue;
    const isScore = SCORE.test(field.value.trim());
    const own = number(field.value);
    place.options[0].textContent = isScore ? `${1 + known.filter((each) => each > own).length}.` : "-";
  }
}

const isChanged = (field) =>
  field.matches("select") ? !field.selectedOptions[0]?.defaultSelected : field.value !== field.defaultValue;

/** Call the button after what a press on it would say. */
function nameButton(rows) {
  const button = rows.closest("form")?.querySelector("button[data-changed]");
  if (!button) return;
  button.dataset.unchanged ??= button.textContent;
  const fields = [...rows.querySelectorAll("input, select")];
  button.textContent = fields.some(isChanged) ? button.dataset.changed : button.dataset.unchanged;
}

document.addEventListener("input", ({ target }) => {
  const rows = target.closest?.("[data-places]");
  if (!rows) return;
  showPlaces(rows);
  nameButton(rows);
});
for (const rows of document.querySelectorAll("[data-places]")) showPlaces(rows);

// Before others hear of it, who would take the form for sent.
document.addEventListener("submit", (event) => {
  const rows = event.target.querySelector("[data-away]");
  if (!rows || navigator.onLine) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  const told = event.target.querySelector(".away") ?? document.createElement("p");
  told.className = "note warn away";
  told.setAttribute("role", "alert");
  told.textContent = rows.dataset.away;
  event.target.append(told);
}, { capture: true });
window.addEventListener("online", () => {
  for (const told of document.querySelectorAll(".away")) told.remove();
});
