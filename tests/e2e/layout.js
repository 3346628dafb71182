// What of a table is covered, cut or broken: an arrow function for Playwright's `evaluate`.
// Of a card in a fan ([data-fan]) only the corner with its index has to be seen.
() => {
  const PIECES = "[data-card], [data-action], [data-seat], [data-place]";
  const ZONES = "[data-zone]";
  const SMALL = new Set(["turn", "clock", "score", "pain", "place", "lead"]);
  /** What has an edge of its own, which its words must not reach. */
  const EDGED = ".plate, .empty-place, button";
  const faults = [];
  let checked = 0;
  const isShown = (each) => each.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  const name = (each) =>
    `${each.tagName.toLowerCase()}${["zone", "seat", "card", "action", "place"]
      .filter((key) => each.dataset[key] !== undefined)
      .map((key) => `[${key}=${each.dataset[key]}]`)
      .join("")}.${each.className.baseVal ?? each.className}`;

  function points(each, box) {
    if (each.closest("[data-fan]")) return [[box.left + Math.min(12, box.width * 0.2), box.top + box.height * 0.2]];
    const [dx, dy] = [Math.min(box.width * 0.12, 12), Math.min(box.height * 0.12, 12)];
    return [
      [box.left + box.width / 2, box.top + box.height / 2],
      [box.left + dx, box.top + dy], [box.right - dx, box.top + dy],
      [box.left + dx, box.bottom - dy], [box.right - dx, box.bottom - dy],
    ];
  }

  /** Return the nearest ancestor that cuts off what reaches beyond it. */
  function cutter(each) {
    for (let up = each.parentElement; up && up !== document.body; up = up.parentElement) {
      const style = getComputedStyle(up);
      // What scrolls can be brought into sight.
      if (/auto|scroll/.test(style.overflowY) && up.scrollHeight > up.clientHeight) return null;
      if (style.overflow !== "visible" && style.display !== "contents") return up;
    }
    return null;
  }

  const scrolls = document.documentElement.scrollHeight > innerHeight + 1;
  for (const each of document.querySelectorAll(`:is(#match, #replay) :is(${PIECES}, ${ZONES})`)) {
    const box = each.getBoundingClientRect();
    if (!isShown(each) || box.width < 2 || box.height < 2 || each.closest(".log, .visually-hidden")) continue;
    checked += 1;
    if (box.left < -1 || box.right > innerWidth + 1 || (!scrolls && (box.top < -1 || box.bottom > innerHeight + 1)))
      faults.push(`${name(each)} reaches beyond the window: ${[box.left, box.top, box.right, box.bottom].map(Math.round)}`);
    const by = cutter(each);
    const frame = by?.getBoundingClientRect();
    if (frame && (box.left < frame.left - 1 || box.right > frame.right + 1 || box.top < frame.top - 1 || box.bottom > frame.bottom + 1))
      faults.push(`${name(each)} is cut by ${name(by)}`);
    const isPiece = each.matches(PIECES) || SMALL.has(each.dataset.zone);
    if (!isPiece || each.dataset.zone === "hand" || getComputedStyle(each).pointerEvents === "none") continue;
    if (each.matches("[data-seat]:not([data-state], .plate)") && each.querySelector("[data-card]")) continue;
    const own = each.closest("[data-seat]") ?? each;
    each.scrollIntoView({ block: "nearest" });
    for (const [x, y] of points(each, each.getBoundingClientRect())) {
      const top = document.elementFromPoint(x, y);
      // Badges on one square of the money track lie in a pile; the plates say what each has.
      if (each.matches(".marker") && top?.closest(".marker")) continue;
      // Who is in a house stands at its corner.
      if (top?.closest(".visitor")) continue;
      if (top && !each.contains(top) && !top.contains(each) && !(own.contains(top) && !own.matches("[data-zone=hand]")))
        faults.push(`${name(each)} is covered by ${name(top)} at ${Math.round(x)}, ${Math.round(y)}`);
    }
  }
  scrollTo(0, 0);

  /** Return the words of a text that begin in one line and end in another. */
  function broken(text) {
    const range = document.createRange();
    return [...text.data.matchAll(/[\p{L}\d]{3,}/gu)].filter(({ 0: word, index }) => {
      range.setStart(text, index);
      range.setEnd(text, index + word.length);
      return new Set([...range.getClientRects()].map((line) => Math.round(line.top / 4))).size > 1;
    });
  }

  /** Say of a line of words whether something lies over it, or it reaches beyond the edge around it. */
  function lineFaults(around, line) {
    const x = line.left + line.width / 2;
    const covers = [0.25, 0.75]
      .map((share) => document.elementFromPoint(x, line.top + line.height * share))
      // A location is one large button where a token may be placed.
      .find((top) => top && !top.contains(around) && !around.contains(top) && !around.closest("section[data-place]")?.contains(top));
    const edge = around.closest(EDGED)?.getBoundingClientRect();
    const words = around.textContent.trim().slice(0, 30);
    const found = [];
    if (covers) found.push(`the words "${words}" are covered by ${name(covers)}`);
    if (edge && (line.left < edge.left - 0.5 || line.right > edge.right + 0.5 || line.bottom > edge.bottom + 2))
      found.push(`the words "${words}" reach beyond ${name(around.closest(EDGED))}`);
    return found;
  }

  /** Return what shows only the first lines of its words: the others are nowhere to be seen, and cover nothing. */
  const clamper = (around) => {
    const each = around.closest(".turn-words");
    return each && getComputedStyle(each).webkitLineClamp !== "none" ? each : null;
  };

  const texts = document.createTreeWalker(document.querySelector(":is(#match, #replay) .felt") ?? document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const text = texts.currentNode;
    // Names that people gave themselves may be one long word.
    const around = text.parentElement;
    if (!isShown(around) || around.offsetWidth < 2 || around.closest(".plate-who, .plate > .clock, .end, .replay-controls, .visually-hidden")) continue;
    for (const [word] of broken(text)) faults.push(`${name(text.parentElement)} breaks the word "${word}"`);
    // Words on pieces may lie below the next one; a piece itself is looked at above.
    if (!text.data.trim() || around.closest("svg, [data-fan], [data-card], [data-piece]")) continue;
    const held = clamper(around);
    (held ?? around).scrollIntoView({ block: "nearest" });
    const frame = held?.getBoundingClientRect();
    const range = document.createRange();
    range.selectNodeContents(text);
    for (const line of range.getClientRects())
      if (line.width > 4 && !(line.top > frame?.bottom - 1)) faults.push(...lineFaults(around, line));
  }
  scrollTo(0, 0);
  const NAME_LEAST = 44;
  for (const each of document.querySelectorAll(":is(#match, #replay) .opponents .plate-who b"))
    if (isShown(each) && each.scrollWidth > each.clientWidth && each.clientWidth < NAME_LEAST)
      faults.push(`of the name ${each.textContent} only ${each.clientWidth} px are seen`);

  const notes = document.querySelector(":is(#match, #replay) > .notes");
  const ends = [...(notes?.children ?? [])].filter(isShown).map((each) => each.getBoundingClientRect().bottom);
  const { top = 0, bottom = 0 } = notes?.getBoundingClientRect() ?? {};
  const empty = Math.round(bottom - Math.max(top, ...ends));
  if (empty > 1) faults.push(`${name(notes)} is empty for ${empty} px`);

  /** How high what can be pressed is: in the bar it reaches beyond its box. */
  function height(each, box) {
    if (!each.closest(".bar")) return box.height;
    const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
    const rows = Array.from({ length: 61 }, (_none, row) => document.elementFromPoint(x, y + row - 30));
    return rows.filter((found) => found && each.contains(found)).length;
  }

  const root = document.documentElement;
  return {
    checked,
    faults,
    down: root.scrollHeight - innerHeight,
    across: root.scrollWidth - innerWidth,
    widest: [...document.querySelectorAll("body *")]
      .filter((each) => each.getBoundingClientRect().right > innerWidth + 1)
      .map(name)
      .slice(-3),
    small: [...document.querySelectorAll(":is(#match, #replay) :is(button, a, summary)")]
      .filter((each) => isShown(each) && !each.closest(".log"))
      .map((each) => [each, each.getBoundingClientRect()])
      .map(([each, box]) => [each, box, height(each, box)])
      .filter(([each, box, high]) => box.width && high < (each.closest(".bar") ? 43 : 43.5))
      .map(([each, _box, high]) => `${name(each)} is ${Math.round(high)} high`),
  };
}
