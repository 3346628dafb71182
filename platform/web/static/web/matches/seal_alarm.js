// Says that a seal is not what was agreed, until it is closed, and offers both texts as a file: whoever
// has them can show others what the site has said, and when it said otherwise.

/** What another device of the player may have done, so that nothing need be wrong. */
const MAY_BE_RIGHT = ["other"];
const told = new Set();

/** Say what is wrong with the seal of a deal or draw, once a page. */
export function alarm(asked, wrong, texts, words) {
  const place = `${asked.deal}/${asked.attempt}/${wrong}`;
  if (told.has(place)) return;
  told.add(place);
  const item = document.createElement("li");
  const isBad = !MAY_BE_RIGHT.includes(wrong);
  item.className = isBad ? "note bad row spread" : "note row spread";
  item.append(sentence(asked, words[wrong], isBad ? "alert" : "status"), file(asked, texts, words.save));
  const list = document.querySelector("#news");
  list.append(item);
  list.hidden = false;
}

/** What is wrong, told aloud, leading to the page of the deal where that is another one. */
function sentence({ page }, text, role) {
  const found = document.createElement(location.pathname === page ? "strong" : "a");
  if (location.pathname !== page) found.href = page;
  found.textContent = text;
  const box = document.createElement("span");
  box.setAttribute("role", role);
  box.append(found);
  return box;
}

function file({ deal, attempt }, texts, label) {
  const link = document.createElement("a");
  link.className = "button quiet";
  link.href = URL.createObjectURL(new Blob([texts.join("\n")], { type: "text/plain;charset=utf-8" }));
  link.download = `seal-${deal.replaceAll("/", "-")}-${attempt}.txt`;
  link.textContent = label;
  return link;
}
