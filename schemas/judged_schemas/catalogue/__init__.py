"""The entries of the catalogue of rules, by what they are rules of."""
