"""The tag of system checks that look at settings and at nothing else: every process runs them."""

SETTINGS = "settings"
