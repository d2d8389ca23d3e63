"""Stores of older versions."""
