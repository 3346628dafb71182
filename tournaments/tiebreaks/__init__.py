"""Tie-breaks: results in, an order among equals out."""
