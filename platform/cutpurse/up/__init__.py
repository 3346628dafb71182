"""Cutpurse on one machine: the web and worker processes, watched over by one command."""
