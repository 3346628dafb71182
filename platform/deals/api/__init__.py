"""The API of deals."""
