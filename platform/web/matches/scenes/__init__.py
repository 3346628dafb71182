"""From a view to what a template places: drawings, words, and the moves beside what they move."""
