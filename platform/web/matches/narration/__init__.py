"""What happens at a table, told in words: events, moves and material of each game."""
