"""Django's backend for PostgreSQL, with what a site on several nodes needs (settings.ENGINE)."""
