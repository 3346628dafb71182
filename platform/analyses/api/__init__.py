"""The API of analyses."""
