// The page of an analysis that waits: it looks again by itself, and shows what has come.

const EVERY_MS = 4000;
const WAITS = "[data-waits]";
const CONTENT = "[data-analysis]";

/** Return the content of the page as it is now; null where it cannot be had. */
async function current() {
  const answer = await fetch(location.href, { headers: { Accept: "text/html" } }).catch(() => null);
  if (!answer?.ok) return null;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  return page.querySelector(CONTENT);
}

async function look() {
  const found = document.hidden ? null : await current();
  if (!found || found.querySelector(WAITS)) return setTimeout(look, EVERY_MS);
  document.querySelector(CONTENT).replaceWith(found);
  // What has come is told aloud; the focus stays where it is.
  document.querySelector("#live").textContent = found.querySelector(".lead, [role=status]:not([hidden])")?.textContent ?? "";
}

if (document.querySelector(WAITS)) setTimeout(look, EVERY_MS);
