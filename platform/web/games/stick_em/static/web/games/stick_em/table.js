// The order of one's hand: by colour, as the rules have it, or by number. The browser keeps it.

const KEY = "stick-em-order";
const table = () => document.querySelector("#match, #replay, #puzzle, #study, .lesson-table");
const isByNumber = () => localStorage.getItem(KEY) === "number";
let byColour = [];

const nameOf = (item) => item.querySelector("[data-card]").dataset.card;

function compare(one, other) {
  const [[colour, number], [otherColour, otherNumber]] = [one, other].map((each) => nameOf(each).split("-"));
  return number - otherNumber || colour.localeCompare(otherColour);
}

/** Put the cards of a hand in the order that the reader likes. */
function sort(found) {
  const button = found.querySelector('[data-action="sort"]');
  if (button) {
    button.ariaLabel = button.title = isByNumber() ? button.dataset.byColour : button.dataset.byNumber;
  }
  const place = (item) => byColour.indexOf(nameOf(item));
  const hand = found.querySelector(".hand");
  hand?.append(...[...hand.children].sort(isByNumber() ? compare : (one, other) => place(one) - place(other)));
}

/** Take a table as it comes: by colour. */
function come(found) {
  byColour = [...(found.querySelector(".hand")?.children ?? [])].map(nameOf);
  sort(found);
}

document.addEventListener("click", (event) => {
  if (!event.target.closest?.('[data-action="sort"]')) return;
  if (isByNumber()) localStorage.removeItem(KEY);
  else localStorage.setItem(KEY, "number");
  sort(table());
});
document.addEventListener("table-coming", (event) => come(event.detail));
come(table());
