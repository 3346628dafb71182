"""Rating systems: pure arithmetic from ratings and places to new ratings."""
