"""One thin module a command: parse, call one stage, print its result."""
