"""Deals that several tables play: the same cards for all."""
