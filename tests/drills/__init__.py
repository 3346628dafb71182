"""Drills of what an operator does or meets, under play, each within some minutes."""
