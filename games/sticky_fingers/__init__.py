"""Sticky Fingers (Langfinger) by Christian Fiore and Knut Happel, Pegasus 2009, for 2-5 players.

A round has three phases. A) From the starting player on, clockwise, everybody puts one of his
three tokens at one of five places, three times around. B) The places are resolved in their order,
and at each the tokens in the order of their squares: two tools from the City; a loot card from
the Villa or the Museum for the tools on its back, one of which the scoundrel may lend; an exchange
of tools at the Ruin; one sale to a fence at the Harbor. C) The displays are filled up and the next
player clockwise starts. Chests are cashed at once, all other loot must find a fence. The game ends
with the round in which somebody reaches 20; the most money wins.

The ids SF-1 to SF-44 number the rulings where the rulebook leaves a question; each stands in the
docstring of what carries it out.
"""
