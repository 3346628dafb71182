"""What is done with deals."""
