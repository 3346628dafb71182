"""The admin beyond the lists of each app: its menu, its first page, the datasets."""
