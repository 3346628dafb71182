"""A ladder as the fold of its stream. Pure: no database, clock or framework."""
