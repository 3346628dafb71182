"""Fragments of SQL for statements of other apps that must check a token as they act."""

TOKEN_VALID = """EXISTS (
    SELECT 1 FROM accounts_token JOIN accounts_account ON accounts_account.id = account_id
    WHERE digest = {digest} AND revoked_at IS NULL AND expires_at > statement_timestamp()
      AND is_active)"""  # noqa: S105 - A condition, no password.
"""True while a token and its account stand; `{digest}` becomes a placeholder for its SHA-256."""
