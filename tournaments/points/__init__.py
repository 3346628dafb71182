"""Points schemes: places and scores at a table in, points out."""
