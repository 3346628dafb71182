// Push messages for this browser: asked for by a button, since browsers ask the person then.

const panel = document.querySelector("#push");
const { key, token, address } = panel.dataset;
const button = panel.querySelector("button");

const bytes = (text) => Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (each) => each.charCodeAt(0));
const words = (buffer) => btoa(String.fromCharCode(...new Uint8Array(buffer))).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");

function say(state) {
  panel.dataset.state = state;
  for (const each of panel.querySelectorAll("[data-when]")) each.hidden = each.dataset.when !== state;
  button.hidden = !["off", "failed"].includes(state);
}

/** Tell the server how this browser is reached; to renew only if it was told before. */
async function send(subscription, renew = false) {
  const form = new FormData();
  if (renew) form.set("renew", "1");
  form.set("endpoint", subscription.endpoint);
  for (const name of ["p256dh", "auth"]) form.set(name, words(subscription.getKey(name)));
  const answer = await fetch(address, { method: "POST", body: form, headers: { "X-CSRFToken": token } });
  if (renew && answer.status === 404) return false;
  if (!answer.ok) throw new Error(`${answer.status}`);
  return true;
}

async function look() {
  if (!("serviceWorker" in navigator) || !("PushManager" in window)) return say("impossible");
  if (Notification.permission === "denied") return say("denied");
  const registration = await navigator.serviceWorker.getRegistration("/");
  const known = await registration?.pushManager.getSubscription();
  if (!known) return say("off");
  // It may be that of somebody who has signed out here.
  return say((await send(known, true)) ? "on" : "off");
}

button.addEventListener("click", async () => {
  try {
    if ((await Notification.requestPermission()) !== "granted") return say("denied");
    const registration = await navigator.serviceWorker.register("/worker.js");
    await navigator.serviceWorker.ready;
    const subscription = await registration.pushManager.subscribe({
      userVisibleOnly: true,
      applicationServerKey: bytes(key),
    });
    await send(subscription);
    location.reload();
  } catch {
    say("failed");
  }
});

look().catch(() => say("off"));

// Quiet hours go by the reader's own clock, until they say otherwise.
const zone = document.querySelector("#id_zone");
if (zone?.value === "UTC" && zone.form.dataset.unsaved) zone.value = Intl.DateTimeFormat().resolvedOptions().timeZone ?? "UTC";
