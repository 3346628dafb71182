"""Template tags of Pickpocket."""
