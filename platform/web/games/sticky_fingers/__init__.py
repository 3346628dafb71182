"""The table of Sticky Fingers."""
