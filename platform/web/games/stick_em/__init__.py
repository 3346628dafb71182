"""The table of Stick 'Em."""
