// Stands in for the server on the pages of a tournament's staff: shows the pages that were kept
// when it cannot be reached, and keeps the commands that cannot be sent. It comes after queue.js.

const queue = globalThis.offlineQueue;
const COMMAND = /^\/organise\/([a-z0-9-]+)\/do\/[a-z0-9-]+$/;
const PAGE = /^\/organise\/([a-z0-9-]+)\//;
/** A server that has not begun to answer by then is taken for one that cannot be reached. */
const PATIENCE_MS = 8000;
/** What a proxy says of a server that is down. */
const DOWN = new Set([502, 503, 504]);
const OWNER = "X-Kept-For";
/** The pages that have their styles and scripts from what is kept: those of the console. */
const servedHere = new Set();

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));
self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (url.origin !== location.origin) return;
  const isPage = request.mode === "navigate" || request.headers.has("X-Keep");
  if (request.method === "POST" && COMMAND.test(url.pathname)) event.respondWith(give(request, url));
  else if (request.method !== "GET") return;
  else if (isPage && url.pathname.startsWith("/organise")) {
    servedHere.add(event.resultingClientId);
    event.respondWith(show(request, url));
  } else if (url.pathname.startsWith("/static/") && isServedHere(event)) event.respondWith(part(request));
});

/** Whether a style or script is for a page of the console; all others go past the worker. */
function isServedHere({ clientId, request }) {
  if (servedHere.has(clientId)) return true;
  // A worker that was started anew remembers none of them.
  return Boolean(request.referrer) && new URL(request.referrer).pathname.startsWith("/organise");
}

/** Ask the server; throws when it cannot be reached. */
async function ask(request) {
  let timer;
  const late = new Promise((_resolve, reject) => {
    timer = setTimeout(() => reject(new TypeError("no answer")), PATIENCE_MS);
  });
  try {
    const answer = await Promise.race([fetch(request), late]);
    if (DOWN.has(answer.status)) throw new TypeError("the server is down");
    return answer;
  } finally {
    clearTimeout(timer);
  }
}

/** Send a command, or keep it: after those that wait already, so that their order stays. */
async function give(request, url) {
  const copy = request.clone();
  const [, slug] = COMMAND.exec(url.pathname);
  const waiting = (await queue.list()).some((each) => each.slug === slug && each.state === "waiting");
  if (!waiting) {
    try {
      return await ask(request);
    } catch {
      // It is kept; should it have arrived all the same, its key has it done once.
    }
  }
  const form = await copy.formData();
  const held = form.get("held");
  if (!held) return Response.error();
  const { account, words, hidden } = JSON.parse(held);
  const version = Number(form.get("version") || 0);
  const command = { account, words, hidden, slug, version, path: url.pathname, key: form.get("key"), fields: [...form] };
  try {
    await queue.add(command);
  } catch {
    return Response.error();
  }
  if (request.mode !== "navigate") return Response.json({ held: true }, { status: 202 });
  const next = new URL(form.get("next") || `/organise/${slug}`, location.origin);
  const isOurs = next.origin === location.origin && next.pathname.startsWith("/organise");
  return Response.redirect(isOurs ? next : `/organise/${slug}`, 303);
}

/** Show a page as the server has it, and keep it if it is the staff's; else the one that was kept. */
async function show(request, url) {
  const found = PAGE.exec(`${url.pathname}/`);
  try {
    const answer = await ask(request);
    const owner = answer.headers.get(OWNER);
    if (answer.ok && owner) (await caches.open(`offline-${owner}`)).put(request.url, answer.clone());
    if ([403, 404].includes(answer.status)) await forget(found?.[1]);
    return answer;
  } catch (error) {
    const kept = (await caches.match(request.url)) ?? (await caches.match(request.url, { ignoreSearch: true }));
    const away = kept ?? (found && (await caches.match(`/organise/${found[1]}/away`)));
    if (away) return away;
    throw error;
  }
}

/** Drop the pages of an event that whoever sits here may no longer see. */
async function forget(slug) {
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    for (const { url } of await cache.keys()) {
      if (PAGE.exec(`${new URL(url).pathname}/`)?.[1] === slug) await cache.delete(url);
    }
  }
}

/** Give a style or script as the server has it now, else as it was. */
async function part(request) {
  try {
    const answer = await ask(request);
    if (answer.ok) (await caches.open("parts")).put(request.url, answer.clone());
    return answer;
  } catch (error) {
    const kept = await caches.match(request.url);
    if (kept) return kept;
    throw error;
  }
}
