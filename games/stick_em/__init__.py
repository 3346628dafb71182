"""Stick 'Em (Sticheln) by Klaus Palesch, Capstone 2020, for 3-6 players.

A round for each player (SE-17). Everybody gets 15 cards and secretly picks one of them: its
colour hurts for the round, and the card itself lies in front of its owner and counts against him
by its number. 14 tricks follow in which any card may be played (SE-14). The highest card that is
not of the colour led takes the trick; if none is, the highest of the colour led; a zero never.
A captured card counts +1, or minus its number in one's own pain colour (SE-13). The highest total
after the last round wins, and equal totals share (SE-21); totals may be negative (SE-22).

The ids SE-1 to SE-23 number the rulings where the rulebook leaves a question; each stands in the
docstring of what carries it out.
"""
