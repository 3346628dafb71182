"""What can be done to a tournament: services write, through `tournaments.command_handler`."""
