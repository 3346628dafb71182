"""The tables: pages on which matches are played, watched and replayed."""
