// The clocks of those who have to move.

import { current } from "./table.js";

const SOON_S = 20;

/** Show how long whoever has to move still has. */
export function tick() {
  for (const time of current().querySelectorAll("time[data-deadline]")) {
    const seconds = Math.max(0, Math.round((new Date(time.dateTime) - Date.now()) / 1000));
    const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
    time.textContent = parts.map((part) => String(part).padStart(2, "0")).join(":").replace(/^00:/, "");
    time.parentElement.classList.toggle("soon", seconds < SOON_S);
  }
}

setInterval(tick, 1000);
