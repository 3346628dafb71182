// The clocks of those who have to move.

import { current } from "./table.js";

/** Show how long whoever has to move still has. */
export function tick() {
  for (const time of current().querySelectorAll("time[data-deadline]")) {
    // While all read what a round came to, the clock stands at what it will begin with.
    const left = Math.min(Number(time.dataset.most), (new Date(time.dateTime) - Date.now()) / 1000);
    const seconds = Math.max(0, Math.round(left));
    const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
    const parts = hours ? [hours, minutes, seconds % 60] : [minutes, seconds % 60];
    time.textContent = parts.map((part, number) => String(part).padStart(number ? 2 : 1, "0")).join(":");
    time.parentElement.classList.toggle("soon", seconds < Number(time.dataset.short));
  }
}

setInterval(tick, 1000);
