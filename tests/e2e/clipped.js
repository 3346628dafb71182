// Words of links, buttons and facts of which a box that cuts or the window leaves only a part.
() => {
  const PRESSED = "a[href], button, .bar-facts li, summary, label";
  const name = (each) => `${each.localName} "${each.textContent.trim().replace(/\s+/g, " ").slice(0, 40)}"`;
  const isSeen = (each) => each.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  const cuts = (each) => /hidden|clip/.test(getComputedStyle(each).overflowX);
  /** Words for those who hear the page lie in a box of one pixel. */
  const isSpoken = (each) => each.getBoundingClientRect().width <= 1;

  function isCut(text) {
    const range = document.createRange();
    range.selectNodeContents(text);
    const facts = text.parentElement.closest(".bar-facts")?.getBoundingClientRect();
    // A fact that has no room in the bar stands in a second line, of which nothing is seen.
    const lines = [...range.getClientRects()].filter((line) => line.width > 1 && !(facts && line.top >= facts.bottom - 1));
    for (let box = text.parentElement; box && box !== document.body; box = box.parentElement) {
      if (isSpoken(box)) return false;
      const { left, right } = box.getBoundingClientRect();
      if (cuts(box) && lines.some((line) => line.right > right + 1.5 || line.left < left - 1.5)) return true;
      if (/auto|scroll/.test(getComputedStyle(box).overflowX)) return false;
    }
    return lines.some((line) => line.right > innerWidth + 1 || line.left < -1);
  }

  function hasCutWords(each) {
    const texts = document.createTreeWalker(each, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) if (texts.currentNode.textContent.trim() && isCut(texts.currentNode)) return true;
    return false;
  }

  const found = [...document.querySelectorAll(PRESSED)].filter(isSeen).filter(hasCutWords).map(name);
  const wider = document.documentElement.scrollWidth - innerWidth;
  return wider > 0 ? [...found, `the page is ${wider} px too wide`] : found;
}
