"""Archives of months, and what is read from them."""
