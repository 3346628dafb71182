"""The organiser's console: tournaments planned, run and put right in the browser."""
