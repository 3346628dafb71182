// What is pressed by a finger and is lower than 44 px, on a page of a phone's width. Links within a
// sentence are as high as their line.
() => {
  const LEAST = 44;
  const PRESSED = "a[href], button, input:not([type=hidden]), select, textarea, summary";
  const isSeen = (each) => each.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  const isOut = (box) => box.width <= 1 || box.height <= 1 || box.right <= 0 || box.bottom <= 0;
  const isInSentence = (each) =>
    each.matches("a") && [...each.parentElement.childNodes].some((beside) => beside.nodeType === Node.TEXT_NODE && /\w{2}/.test(beside.textContent));

  /** What a press at a height of the element would hit, as far as the window shows that height. */
  function takes(each, height) {
    const box = each.getBoundingClientRect();
    const across = Math.min(Math.max(box.left + Math.min(box.width, 300) / 2, 1), innerWidth - 1);
    if (height <= 0 || height >= innerHeight) return true;
    const hit = document.elementFromPoint(across, height);
    return Boolean(hit) && (each.contains(hit) || hit.closest("label")?.control === each);
  }

  function isLow(each) {
    each.scrollIntoView({ block: "center" });
    const box = each.getBoundingClientRect();
    const middle = box.top + box.height / 2;
    return !takes(each, middle - LEAST / 2 + 1) || !takes(each, middle + LEAST / 2 - 1);
  }

  const pressed = [...document.querySelectorAll(PRESSED)].filter((each) => isSeen(each) && !isOut(each.getBoundingClientRect()));
  const low = pressed.filter((each) => each.getBoundingClientRect().height < LEAST && !isInSentence(each) && isLow(each));
  const name = (each) => `${each.localName} "${(each.ariaLabel ?? each.textContent ?? each.name).trim().replace(/\s+/g, " ").slice(0, 40)}"`;
  return { checked: pressed.length, low: low.map((each) => `${name(each)}: ${Math.round(each.getBoundingClientRect().height)} px`) };
}
