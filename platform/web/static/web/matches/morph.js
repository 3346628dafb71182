// One table becomes another: what is the same in both stays where it is, so that focus, open sheets
// and running movements stay too, and the browser lays out nothing but what has changed.

/** What scripts and readers have opened is theirs. */
const THEIRS = new Set(["open"]);
const WRAPPERS = new Set(["li", "button"]);
const PIECE = "[data-card], [data-piece]";
const NAMED = `${PIECE}, [data-seat]`;

/** What tells a node from its siblings: an id, or what it is and whose. */
function keyOf(node) {
  if (node.nodeType !== Node.ELEMENT_NODE) return node.nodeName;
  if (node.id) return `#${node.id}`;
  const own = node.dataset;
  const { card, piece } = WRAPPERS.has(node.localName) && !node.matches(NAMED) ? (node.querySelector(PIECE)?.dataset ?? own) : own;
  const kind = (node.getAttribute("class") ?? "").split(" ", 1)[0];
  return `${node.localName}|${kind}|${own.seat}|${own.zone}|${own.version}|${card}|${piece}`;
}

/** Move a child without stopping what runs on it, where the browser can. */
function move(parent, child, place) {
  if (parent.moveBefore) parent.moveBefore(child, place);
  else parent.insertBefore(child, place);
}

function morphAttributes(old, now) {
  for (const { name, value } of now.attributes) if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  if (old.attributes.length === now.attributes.length) return;
  for (const name of old.getAttributeNames()) if (!now.hasAttribute(name) && !THEIRS.has(name)) old.removeAttribute(name);
}

function morphChildren(old, now) {
  const waiting = Map.groupBy(old.childNodes, keyOf);
  const pairs = [...now.childNodes].map((child) => [waiting.get(keyOf(child))?.shift(), child]);
  for (const rest of waiting.values()) for (const child of rest) child.remove();
  let place = old.firstChild;
  for (const [same, child] of pairs) {
    if (!same) old.insertBefore(child, place);
    else if (same === place) place = place.nextSibling;
    else move(old, same, place);
    if (same) morph(same, child);
  }
}

/** Make one node like another of its kind, of which what is new is taken over. */
export function morph(old, now) {
  if (old.isEqualNode(now)) return;
  if (old.nodeType !== Node.ELEMENT_NODE) {
    old.data = now.data;
    return;
  }
  morphAttributes(old, now);
  morphChildren(old, now);
}
