"""The manual: what the games and the platform do, in sentences that run."""
