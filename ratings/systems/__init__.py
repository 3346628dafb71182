"""Rating systems: results in, ratings out."""
