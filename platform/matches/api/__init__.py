"""The REST API of games and matches: parse, call one service, answer."""
