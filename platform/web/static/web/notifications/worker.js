// The site's service worker, for all pages but the console, which its part before this one serves:
// shows a page of ours when there is no network, and what comes by push.

const SITE = "site";
const OFFLINE = "/offline";
const PARTS_OF_PAGE = /<link[^>]+rel="(?:stylesheet|icon)"[^>]*>/g;

/** Keep the page for the time without network, and its styles. */
async function keepOfflinePage() {
  const answer = await fetch(OFFLINE, { cache: "no-cache" });
  if (!answer.ok) return;
  const kept = await caches.open(SITE);
  const text = await answer.clone().text();
  await kept.put(OFFLINE, answer);
  const parts = [...text.matchAll(PARTS_OF_PAGE)].map(([tag]) => /href="([^"]+)"/.exec(tag)?.[1]);
  await Promise.allSettled(parts.filter(Boolean).map((part) => kept.add(part)));
}

self.addEventListener("install", (event) => event.waitUntil(keepOfflinePage()));
self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  const isOurs = url.origin === location.origin && request.method === "GET";
  if (isOurs && request.mode === "navigate" && !url.pathname.startsWith("/organise")) {
    event.respondWith(navigate(event));
  }
});

/** Show a page as the server has it; without network the one that was kept for that. */
async function navigate(event) {
  try {
    return await fetch(event.request);
  } catch (error) {
    const kept = await caches.match(OFFLINE);
    if (!kept) throw error;
    // Its styles come from what is kept too.
    servedHere.add(event.resultingClientId);
    return kept;
  }
}

self.addEventListener("push", (event) => event.waitUntil(showMessage(event.data)));

/** Show a message; a browser wants one for every push. */
async function showMessage(data) {
  let message = {};
  try {
    message = data.json();
  } catch {
    // Nothing that we have sent.
  }
  const { title = "Cutpurse", body = "", path = "/", tag } = message;
  // Whoever looks at that very page sees it there.
  const pages = await self.clients.matchAll({ type: "window" });
  const isSeen = pages.some((each) => each.visibilityState === "visible" && new URL(each.url).pathname === path);
  const icon = "/static/web/icons/icon-192.png";
  await self.registration.showNotification(title, { body, tag, icon, badge: icon, data: { path }, silent: isSeen });
}

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(openPage(event.notification.data?.path ?? "/"));
});

/** Go to a page of ours, in a window that is there already where there is one. */
async function openPage(path) {
  const url = new URL(path, location.origin);
  if (url.origin !== location.origin) return;
  const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const there = pages.find((each) => new URL(each.url).pathname === url.pathname);
  if (there) await there.focus();
  else await self.clients.openWindow(url.href);
}
