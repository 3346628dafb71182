"""Second Story by P.D. Magnus, a game for the Decktet, for 2-5 players.

A turn is one night of burgling. The top card of the deck is a house: its rank is what the dice
must reach, its suits are what there is to steal. After a success the thief goes home with the bag
or enters one more house; a thief who is caught drops the bag. Once a kind of chip is gone from
the bank at the end of a turn, everybody has one more turn, and then the second most numerous suit
of each lair counts. All is open but the order of the deck and the dice to come.

The ids SS-1 to SS-43 number the rulings where the rulebook leaves a question; each stands in the
docstring of what carries it out.
"""
