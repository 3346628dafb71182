// Keeps receipts of a match while it is played: that the public log of this site held it as it was then.
// After the end the page of the replay compares them with the log of the match (docs/public-log.md).

const KEPT = "receipts:";
const EVERY_MS = 60_000;
const OF_MATCH_MAX = 40;
const MATCHES_MAX = 50;

/** The receipts that this browser has kept of a match, the oldest first. */
export const receiptsOf = (match) => JSON.parse(localStorage.getItem(KEPT + match) ?? "[]");

/** The names of what is kept, the longest untouched first. */
const kept = () =>
  Object.keys(localStorage)
    .filter((name) => name.startsWith(KEPT))
    .sort((one, other) => (one < other ? -1 : 1));

/** Keep a receipt, if it is of a later moment than the last one. */
export function keep(receipt) {
  if (receipt.proof === null) return;
  const known = receiptsOf(receipt.match);
  if (known.some((each) => each.version === receipt.version)) return;
  localStorage.setItem(KEPT + receipt.match, JSON.stringify([...known, receipt].slice(-OF_MATCH_MAX)));
  // Ids begin with the time at which a match was made.
  for (const name of kept().slice(0, -MATCHES_MAX)) localStorage.removeItem(name);
}

async function take(match, address) {
  if (document.hidden || document.querySelector("#match[data-live]") === null) return;
  try {
    // What is kept already is not sent again.
    const last = receiptsOf(match).at(-1)?.version;
    const headers = last === undefined ? {} : { "If-None-Match": `"${last}"` };
    const answer = await fetch(address, { cache: "no-store", headers });
    if (answer.ok) keep(await answer.json());
  } catch {
    // The network is away, or this browser keeps nothing.
  }
}

const { receipt, match } = document.querySelector("[data-receipt]")?.dataset ?? {};
if (receipt) setInterval(() => take(match, receipt), EVERY_MS);
