// How many turns are mine: in the head of the page, in its title, and told aloud when there are more.

const EVERY_MS = 10000;

/** Keep the count in `badge` up to date for as long as the page is open. */
export function watchTurns(badge, announce) {
  const title = document.title;
  let known = Number(badge.dataset.count);

  function show(count, words) {
    badge.dataset.count = count;
    badge.hidden = count === 0;
    badge.textContent = words;
    document.title = count ? `(${count}) ${title}` : title;
    if (count > known) announce(words);
    known = count;
  }

  async function look() {
    try {
      const answer = await fetch(badge.dataset.source, { headers: { Accept: "application/json" } });
      if (answer.ok) {
        const { count, words } = await answer.json();
        show(count, words);
      }
    } catch {
      // The network is away; the next look will tell.
    }
  }

  show(known, badge.textContent);
  setInterval(look, EVERY_MS);
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden) look();
  });
}
