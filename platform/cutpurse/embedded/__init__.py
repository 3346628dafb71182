"""Real PostgreSQL and Valkey from wheels, for a clone that has no servers of its own.

The servers listen on Unix sockets in a folder that only their own account may enter, and keep their
data under var/. All processes of a clone share one set: whoever comes first starts it, whoever
leaves last stops it. `servers` is what others call; the settings import only `addresses`, so that
a host with servers of its own needs no wheel.
"""
