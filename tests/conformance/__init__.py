"""What the games promise, tried with every number of seats and every combination of options."""
