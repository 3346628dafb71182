// Every event is told once and in order to those who hear the table, when it is shown.

const log = document.querySelector("#told");
const KEPT = 30;

export function announce(sentences) {
  for (const words of sentences) {
    const line = document.createElement("p");
    line.textContent = words;
    log.append(line);
  }
  while (log.children.length > KEPT) log.firstElementChild.remove();
}
