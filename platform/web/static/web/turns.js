// What is new for me: how many turns are mine, in the head of the page and in its title, and matches
// and challenges that ladders bring. More of it is told aloud.

const EVERY_MS = 10000;
const SOON_MS = 1000;
const TOLD = "told:";
const SITTING = /^\/(matches|join|games|tournaments|ladders)\//;

// Whoever sits down, or enters, on a page with a script takes part.
document.addEventListener("formdata", (event) => {
  const { action, method } = event.target;
  if (method === "post" && SITTING.test(new URL(action, location.href).pathname)) event.formData.set("shares", "yes");
});

/** Show news that this window has not shown yet and whose page is not open, each until it is closed. */
function tell(news, announce) {
  const list = document.querySelector("#news");
  for (const { key, words, address } of news) {
    if (sessionStorage.getItem(TOLD + key) || location.pathname === address) continue;
    sessionStorage.setItem(TOLD + key, "yes");
    const item = document.createElement("li");
    const link = document.createElement("a");
    const close = document.createElement("button");
    item.className = "note row spread";
    link.href = address;
    link.textContent = words;
    close.className = "button quiet";
    close.textContent = list.dataset.close;
    close.addEventListener("click", () => {
      item.remove();
      list.hidden = !list.children.length;
    });
    item.append(link, close);
    list.append(item);
    list.hidden = false;
    announce(words);
  }
}

/** Keep the count in `#turns` up to date for as long as the page is open; it may be replaced. */
export function watchTurns(announce) {
  const first = document.title;
  const title = () => document.querySelector("#match")?.dataset.title ?? first;
  const badge = () => document.querySelector("#turns");
  let known = Number(badge().dataset.count);

  function show(count, words) {
    const found = badge();
    found.dataset.count = count;
    found.hidden = count === 0;
    found.textContent = words;
    const all = count + document.querySelectorAll("#news > li").length;
    document.title = all ? `(${all}) ${title()}` : title();
    if (count > known) announce(words);
    known = count;
  }

  // Says that this page takes part in the chance of deals.
  function address() {
    const found = new URL(badge().dataset.source, location.href);
    if (!document.hidden) found.searchParams.set("shares", "yes");
    return found;
  }

  // The deals that waited for this page when it last heard of them: who is late loses a seat.
  let isAwaited = false;
  let again = null;
  let hasAnswered = false;

  async function look() {
    try {
      const answer = await fetch(address(), { headers: { Accept: "application/json" } });
      if (answer.status >= 500) throw new Error(answer.statusText);
      if (!answer.ok) return;
      const { count, words, news, chance, seal_words: wordsOfSeals } = await answer.json();
      isAwaited = chance.some((asked) => asked.until !== null);
      tell(news, announce);
      show(count, words);
      // Few pages ever need it, so it is no part of a first view.
      hasAnswered ||= chance.length > 0;
      if (hasAnswered) (await import("./matches/chance.js")).answer(chance, look, wordsOfSeals);
    } catch {
      // The site is away; the next look will tell.
      clearTimeout(again);
      if (isAwaited) again = setTimeout(look, SOON_MS);
    }
  }

  show(known, badge().textContent);
  for (const name of ["match-moved", "move-answered"]) document.addEventListener(name, look);
  // A draw may be asked for at any moment: who is asked promises as soon as a page of theirs is open.
  if (document.querySelector("#match .waiting") || "asked" in badge().dataset) look();
  setInterval(look, EVERY_MS);
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden) look();
  });
}
