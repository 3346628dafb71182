// What the site answers about its public log. No answer shows nothing: a server may be down or busy.

/** The text at an address, null for a 404. Throws where the site does not answer, or says that it cannot. */
export async function textAt(address) {
  const answer = await fetch(address, { cache: "no-cache" });
  if (answer.status === 404) return null;
  if (!answer.ok) throw new Error(`${answer.status} ${address}`);
  return answer.text();
}

/** The text at an address that every site with a log has; throws where there is none. */
export async function shownAt(address) {
  const text = await textAt(address);
  if (text === null) throw new Error(`404 ${address}`);
  return text;
}
