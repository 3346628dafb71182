"""Pickpocket by Reiner Knizia, Repos Production 2008, for 2-6 players.

A match is a row of nights. In turn every thief in the tavern adds a tile to the loot, blind from
the bag or chosen from the hand, or leaves with what the loot is worth. A tile must carry on at
least one of the lines that have been whole since the merchant; who draws one that does not is
caught and gets nothing (PK-6). The last thief inside has to play stop-or-double: two more tiles,
for twice the loot (PK-14, PK-17). The second guard of a night sends everybody home with nothing
(PK-11), the seventh of the match ends it (PK-12). Tiles left in hand count at the end (PK-47).

Two languages of the rulebook differ; French is the original, and stands but where noted (D1-D15).
The ids PK-1 to PK-56 number the rulings where the rulebook leaves a question; each stands in the
docstring of what carries it out.
"""
