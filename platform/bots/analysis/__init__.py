"""What can be told of a match that is over, by its rules and the guides of the searches. Pure."""
