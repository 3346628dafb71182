"""Moves over HTTP, beside a bare transaction of the database and the obvious endpoint."""
