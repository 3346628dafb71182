// How somebody likes a table to move and to take moves: kept in this browser, for every match.

const KEY = "table";
const DEFAULTS = { speed: "normal", confirm: "off", forced: "all", sound: "on", talk: "on" };
const SPEEDS = { slow: 1.6, normal: 1, fast: 0.5, off: 0 };

function kept() {
  try {
    return JSON.parse(localStorage.getItem(KEY)) ?? {};
  } catch {
    return {}; // A browser that keeps nothing, or something that is not ours.
  }
}

export const settings = { ...DEFAULTS, ...kept() };

/** What times are to be multiplied with; 0 shows everything at once. */
export const factor = () => SPEEDS[settings.speed] ?? 1;

const calm = matchMedia("(prefers-reduced-motion: reduce)");
/** Whether pieces travel; where they don't, what has changed is outlined. */
export const travels = () => factor() > 0 && !calm.matches && !document.hidden;

function change({ target }) {
  if (!target.closest?.("[data-settings]")) return;
  settings[target.name] = target.value;
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // Then it holds for this page.
  }
}

/** Show in each panel what is chosen; panels come with tables. */
function fill() {
  for (const form of document.querySelectorAll("[data-settings]")) {
    form.hidden = false;
    for (const field of form.querySelectorAll("select")) field.value = settings[field.name];
  }
}

document.addEventListener("change", change);
document.addEventListener("table-shown", fill);
