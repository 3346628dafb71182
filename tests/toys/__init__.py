"""Small things that plug into the platform as a newcomer's would, for the tests of the recipes."""
