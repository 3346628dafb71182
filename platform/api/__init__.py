"""How the API speaks HTTP: problems, limits, idempotency, pages, preconditions, OpenAPI."""
