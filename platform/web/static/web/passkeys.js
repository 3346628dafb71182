// Passkeys: the browser asks its owner, and a hidden field takes its answer to the server.

const bytes = (text) => Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (each) => each.charCodeAt(0));
const words = (buffer) => btoa(String.fromCharCode(...new Uint8Array(buffer))).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");

/** Have the numbers in what the server sends become bytes. */
function decoded({ publicKey }) {
  const keys = (list) => (list ?? []).map((each) => ({ ...each, id: bytes(each.id) }));
  const found = { ...publicKey, challenge: bytes(publicKey.challenge) };
  if (publicKey.user) found.user = { ...publicKey.user, id: bytes(publicKey.user.id) };
  if (publicKey.excludeCredentials) found.excludeCredentials = keys(publicKey.excludeCredentials);
  if (publicKey.allowCredentials) found.allowCredentials = keys(publicKey.allowCredentials);
  return { publicKey: found };
}

/** Have the bytes of what the browser answers become text. */
function encoded(credential) {
  const said = {};
  for (const name of ["clientDataJSON", "attestationObject", "authenticatorData", "signature", "userHandle"]) {
    if (credential.response[name]) said[name] = words(credential.response[name]);
  }
  return JSON.stringify({
    id: credential.id,
    rawId: words(credential.rawId),
    type: credential.type,
    response: said,
    clientExtensionResults: credential.getClientExtensionResults(),
  });
}

async function optionsOf(form) {
  if (form.dataset.options) return JSON.parse(form.dataset.options);
  const answer = await fetch(form.action, { headers: { Accept: "application/json" } });
  if (!answer.ok) throw new Error(`${answer.status}`);
  return (await answer.json()).request_options;
}

const answered = new WeakSet();
for (const form of document.querySelectorAll("form[data-passkey]")) {
  const failed = form.querySelector("[data-failed]");
  if (!("credentials" in navigator) || !("PublicKeyCredential" in window)) {
    form.hidden = form.dataset.passkey === "get";
    continue;
  }
  form.addEventListener("submit", async (event) => {
    if (answered.has(form)) return;
    event.preventDefault();
    failed.hidden = true;
    try {
      const options = decoded(await optionsOf(form));
      const credential = await navigator.credentials[form.dataset.passkey](options);
      form.elements.credential.value = encoded(credential);
      answered.add(form);
      delete form.dataset.sent; // It was held back, and is sent now.
      form.requestSubmit();
    } catch {
      delete form.dataset.sent;
      failed.hidden = false;
    }
  });
}
