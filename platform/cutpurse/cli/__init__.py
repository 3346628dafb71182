"""The command line, `cutpurse`: a player's table in the terminal, by way of `cutpurse.client`."""
