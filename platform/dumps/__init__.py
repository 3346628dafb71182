"""Finished public matches as files for research: pseudonymous, described and hashed."""
