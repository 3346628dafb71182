"""Tags of the table of Sticky Fingers."""
