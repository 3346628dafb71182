// Swagger UI draws a choice of servers without saying to those who hear the page what it is.

new MutationObserver(() => {
  for (const each of document.querySelectorAll("#servers:not([aria-label])")) each.ariaLabel = "Server";
}).observe(document.body, { childList: true, subtree: true });
