"""Reports of people, cases that the staff decides, and what a decision does."""
