"""Duels as FIDE's Tournament Report Files: TRF16, its extension TRF(x), and TRF26."""
