"""The API of pairs, for the staff."""
