"""The views of the pages, thin: each parses, calls one service or selector, and answers."""
