"""The pages of a game."""
