// A puzzle by keyboard: digits go to a move, Enter presses it; N leads to the next puzzle once this
// one is answered, when its verdict has the focus, so that no slip of a finger leaves the page.

const KEYS = [..."123456789abcdefghijklm"];
const table = document.querySelector("#puzzle");
const isSeen = (each) => each.checkVisibility?.() ?? each.offsetParent !== null;

/** Give a key to each move on the table, once. */
function assign() {
  const seen = new Set();
  const isNew = (each) => !seen.has(each.value) && seen.add(each.value);
  const moves = [...table.querySelectorAll('button[name="move"]')].filter(isSeen).filter(isNew);
  moves.slice(0, KEYS.length).forEach((each, number) => {
    each.dataset.key = KEYS[number];
    each.setAttribute("aria-keyshortcuts", KEYS[number]);
  });
}

function pressed(event) {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target.closest?.("input, select, textarea, dialog")) return;
  const key = event.key.toLowerCase();
  const move = key.length === 1 && table.querySelector(`[data-key="${CSS.escape(key)}"]`);
  if (move) {
    document.documentElement.dataset.keys = "";
    move.focus();
    event.preventDefault();
  } else if (key === "n" && event.target.closest?.(".puzzle-bar")) {
    document.querySelector("[data-next]").click();
  }
}

assign();
// Moves that are folded away have no key before they are seen.
document.addEventListener("toggle", assign, true);
document.addEventListener("keydown", pressed);
