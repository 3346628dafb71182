"""What can be done to a ladder. Services write; everything goes through `ratings.aggregate`."""
