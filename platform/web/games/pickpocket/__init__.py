"""The table of Pickpocket."""
