"""Pairs of players whose moves were unusually favourable to one another: for the staff alone."""
