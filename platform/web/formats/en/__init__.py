"""English, as the pages have it."""
