"""Multi-round tournaments: formats, pairings, standings and the power to put things right."""
