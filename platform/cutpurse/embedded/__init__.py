"""PostgreSQL and Valkey from wheels, for a clone that has no database server of its own."""
