"""Public beacons: which one the site takes, what is named, and what it has come to."""
