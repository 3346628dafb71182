"""Series: tournaments that count together, with points, best results and qualification."""
