"""The pages of ladders: who stands where and why, and the way to a rated match."""
