"""What the draws of a finished match were worth, and other things that follow from its stream."""
