"""What must happen and when: clocks, bot turns and outgoing work."""
