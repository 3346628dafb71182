// The order of one's hand: by colour, as the rules have it, or by number. The browser keeps it.

const KEY = "stick-em-order";
const table = () => document.querySelector("#match, #replay, .lesson-table");
const isByNumber = () => localStorage.getItem(KEY) === "number";

function rank(item) {
  const [colour, number] = item.querySelector("[data-card]").dataset.card.split("-");
  return [Number(number), colour];
}

function compare(one, other) {
  const [a, b] = [rank(one), rank(other)];
  return a[0] - b[0] || a[1].localeCompare(b[1]);
}

/** Put the cards of the hand in the order that the reader likes; they come by colour. */
function sort() {
  const hand = table().querySelector(".hand");
  const button = table().querySelector('[data-action="sort"]');
  if (button) {
    button.ariaLabel = button.title = isByNumber() ? button.dataset.byColour : button.dataset.byNumber;
  }
  if (hand && isByNumber()) hand.append(...[...hand.children].sort(compare));
}

document.addEventListener("click", async (event) => {
  if (!event.target.closest?.('[data-action="sort"]')) return;
  const hand = table().querySelector(".hand");
  if (isByNumber()) {
    localStorage.removeItem(KEY);
    hand.append(...byColour);
  } else {
    byColour = [...hand.children];
    localStorage.setItem(KEY, "number");
  }
  sort();
});

let byColour = [];
function shown() {
  byColour = [...(table().querySelector(".hand")?.children ?? [])];
  sort();
}
document.addEventListener("table-shown", shown);
shown();
