"""Studies: matches that are over, played on by hand from any moment, with comments."""
