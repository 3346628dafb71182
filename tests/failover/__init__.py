"""A drill of PostgreSQL's failover: a primary and a standby, lost and found while people play."""
