"""The pictures of the README: `make pictures` starts a throw-away site and takes them."""
