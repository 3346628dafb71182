"""What can be done to a match. Services write; everything goes through `matches.door`."""
