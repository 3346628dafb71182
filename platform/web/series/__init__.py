"""The pages of series: the list, the standings with their graph, and what staff does."""
