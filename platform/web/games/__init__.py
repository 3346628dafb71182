"""What the pages know of games: the kit of their tables, and one folder, a Django app, for each."""
