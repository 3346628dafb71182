// What a command that waits would change, on the page that it was given on.

/** Names that each page has anew, and that say nothing of what a form is about. */
const PASSING = new Set(["csrfmiddlewaretoken", "key", "version", "next", "held"]);
const WORDS_MAX = 300;

const isShown = (field) => field.name && !["hidden", "submit", "button", "file", "fieldset"].includes(field.type);

/** What a field says: the words of a choice, the text, or nothing of a box without a tick. */
function saidBy(field) {
  if (["checkbox", "radio"].includes(field.type)) return field.checked ? "✓" : "";
  return field.selectedOptions ? (field.value && field.selectedOptions[0].textContent) : field.value;
}

/** What a form does in words, and the names of the fields that say what it is about. */
export function wordsOf(form, button) {
  const pressed = button?.form === form ? button : form.querySelector("button:not([type=button])");
  const title = pressed?.getAttribute("aria-label") || pressed?.textContent || document.title;
  const fields = [...form.elements].filter(isShown).map((field) => {
    const label = field.labels?.[0]?.textContent.trim() ?? field.name;
    return saidBy(field) && `${label} ${saidBy(field)}`;
  });
  const said = fields.filter(Boolean).join(", ");
  const words = [title.replace(/\s+/g, " ").trim(), said].filter(Boolean).join(": ").slice(0, WORDS_MAX);
  const hidden = [...form.elements].filter((each) => each.type === "hidden" && !PASSING.has(each.name));
  const names = new Set(hidden.map((each) => each.name));
  if (pressed?.name && pressed === button) names.add(pressed.name);
  return { words, hidden: [...names] };
}

/** Find the form by which a command was given, and the button where it has several. */
function placeOf(command) {
  const said = new Map(command.fields);
  const forms = [...document.forms].filter((form) => new URL(form.getAttribute("action") ?? "", location.href).pathname === command.path);
  for (const form of forms) {
    const fits = [...form.elements].every((each) => each.type !== "hidden" || PASSING.has(each.name) || said.get(each.name) === each.value);
    if (!fits) continue;
    const named = [...form.querySelectorAll("button[name]")];
    const pressed = named.find((each) => command.hidden.includes(each.name) && said.get(each.name) === each.value);
    if (pressed || !named.length) return { form, pressed };
  }
  return null;
}

/** Fill forms with what waits to be sent by them, and mark them. */
export function markProvisional(waiting, words) {
  for (const old of document.querySelectorAll("[data-provisional]")) old.remove();
  for (const button of document.querySelectorAll("button[data-waits]")) {
    button.hidden = false;
    delete button.dataset.waits;
  }
  for (const command of waiting) {
    const place = command.hidden.length ? placeOf(command) : null;
    if (!place) continue;
    const mark = document.createElement("span");
    mark.className = "badge warn";
    mark.dataset.provisional = "";
    mark.textContent = place.pressed ? `${place.pressed.textContent.trim()}: ${words}` : words;
    if (place.pressed) {
      place.pressed.hidden = true;
      place.pressed.dataset.waits = "";
      place.pressed.after(mark);
      continue;
    }
    for (const [name, value] of command.fields) {
      const field = place.form.elements.namedItem(name);
      const typing = document.activeElement === field && field.value;
      if (field?.type && isShown(field) && !typing) field.value = value;
    }
    place.form.prepend(mark);
  }
}
