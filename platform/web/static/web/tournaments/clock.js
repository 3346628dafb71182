// Clocks of rounds count down by the server's time, which stands beside the moment when time is up.
// A page that hears nothing for an hour goes on by its own clock, from the same difference.

const offsets = new WeakMap();

function written(seconds) {
  const parts = [Math.floor(seconds / 60) % 60, seconds % 60].map((each) => String(each).padStart(2, "0"));
  const hours = Math.floor(seconds / 3600);
  return hours ? `${hours}:${parts.join(":")}` : `${Number(parts[0])}:${parts[1]}`;
}

/** Write what is left on every clock that runs; returns the seconds of each. */
export function countDown(root = document) {
  for (const clock of root.querySelectorAll("[data-clock][data-ends]")) {
    if (!offsets.has(clock)) offsets.set(clock, Number(clock.dataset.now) - Date.now());
    const left = Number(clock.dataset.ends) - Date.now() - offsets.get(clock);
    const seconds = Math.max(0, Math.ceil(left / 1000));
    const text = written(seconds);
    if (clock.textContent !== text) clock.textContent = text;
    const words = clock.parentElement.querySelector("[data-up]");
    if (seconds === 0 && words && words.textContent !== words.dataset.up) words.textContent = words.dataset.up;
    const ring = clock.closest("[data-ring]")?.querySelector("[data-total]");
    ring?.setAttribute("stroke-dasharray", `${Math.min(100, (100 * Math.max(0, left)) / 1000 / Number(ring.dataset.total))} 200`);
  }
}

countDown();
setInterval(countDown, 250);
