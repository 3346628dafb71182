"""Multi-round tournaments: formats, pairings and standings."""
