"""What can be done to a tournament. Services write; everything goes through `tournaments.door`."""
