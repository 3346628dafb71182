"""What can be done to a match: services write, through `matches.command_handler`."""
