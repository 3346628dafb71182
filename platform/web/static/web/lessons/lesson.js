// Points at what the words of a step are about: the very move where one is asked for, else the zone
// or the player's plate. Without this script the words alone say it.

const lesson = document.querySelector("#lesson");

/** The buttons that make the move, and what opens the choice where they are part of one. */
function asked() {
  const wanted = lesson.dataset.asks;
  if (!wanted) return [];
  const buttons = [...document.querySelectorAll("button[name=move]")].filter((each) => each.value === wanted);
  const choices = buttons.map((each) => each.closest("[popover]")?.id).filter(Boolean);
  return [...buttons, ...choices.flatMap((id) => [...document.querySelectorAll(`[popovertarget="${id}"]`)])];
}

function zone() {
  const name = lesson.dataset.pointsAt;
  const seat = /^seat-(\d+)$/.exec(name);
  const found = document.querySelector(seat ? `.plate[data-seat="${seat[1]}"]` : `[data-zone="${name}"]`);
  return found ? [found] : [];
}

for (const each of document.querySelectorAll(".lesson-table [data-needs-script]")) each.hidden = false;
const found = asked();
for (const each of found.length ? found : zone()) each.classList.add("pointed");
// Whoever listens hears the words of the step first; what is asked for is one Tab away.
(document.querySelector("#onward") ?? lesson).focus({ preventScroll: true });
