"""Players, their tokens and limits, and the manners of the API."""
