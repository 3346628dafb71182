// What scripts have to say, in the reader's language: the sentences come with the page.

const sentences = document.querySelector("#words").dataset;
const live = document.querySelector("#live");
const SHOWN_MS = 6000;
let shown = "";
let timer = null;
let offered = null;

export function sentence(name, values = {}) {
  return (sentences[name] ?? "").replace(/\{(\w+)\}/g, (_whole, field) => values[field] ?? "");
}

/** Show a word in the turn line for a while, and tell it to those who do not see it. */
export function say(words) {
  shown = words;
  live.textContent = words;
  clearTimeout(timer);
  timer = setTimeout(() => unsay(words), SHOWN_MS);
  place();
}

/** Take a word back that is no longer true. */
export function unsay(words) {
  if (shown !== words) return;
  shown = "";
  place();
}

/** Offer to do something, in the turn line, until it is done or taken back. */
export function offer(words, act) {
  offered = words ? { words, act } : null;
  place();
}

function element(kind, words) {
  const made = document.createElement(kind);
  made.dataset.word = "";
  made.textContent = words;
  return made;
}

/** Put word and offer where they belong, also in a table that has just come. */
export function place() {
  for (const old of document.querySelectorAll("[data-word]")) old.remove();
  const line = document.querySelector('#match [data-zone="turn"], #match .turn-line');
  if (shown) {
    const word = element("span", shown);
    word.ariaHidden = "true";
    // In the place of what there is to know, which it would squeeze beside it.
    (line?.querySelector(".turn-words") ?? line)?.append(word);
  }
  if (offered) {
    const button = element("button", offered.words);
    button.type = "button";
    button.addEventListener("click", offered.act);
    line?.append(button);
  }
}
