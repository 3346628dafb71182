"""Commands that the staff gave while the server could not be reached."""
