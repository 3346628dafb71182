"""Light and dark: what a person may choose, and where the browser keeps the choice."""

THEME_COOKIE = "theme"
THEMES = ("light", "dark")
"""Without a choice the system's holds."""
