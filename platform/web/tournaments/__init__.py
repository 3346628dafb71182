"""The public pages of tournaments: the list, each tournament, entering, one's own table."""
