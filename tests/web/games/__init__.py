"""The pages, read and used through Django's client."""
