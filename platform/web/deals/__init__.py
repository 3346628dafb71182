"""The pages of deals."""
