"""Tournament formats: entrants and results in, the next round or standings out."""
