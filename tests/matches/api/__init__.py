"""The REST API of matches, over real HTTP: the answers that clients are written against."""
