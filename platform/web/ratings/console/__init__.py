"""The console of ladders: open them, command them, and read what has been done, by forms."""
