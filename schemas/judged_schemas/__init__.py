"""Pandera schemas of the relations, and the catalogue of rules."""
