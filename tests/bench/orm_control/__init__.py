"""The obvious way to serve moves with Django REST framework and the ORM, to be compared with.

It judges by the same rules, draws from the same seeds, keeps the same events and answers the same
things: view, legal moves and whose turn it is. It is written as the documentation of the framework
would have it, and not made slower on purpose: the state lies pickled in the row of the match, no
middleware runs, and connections stay open. It has no hash chain, limits or time control.
"""
