"""The rules, one module for each chapter, in the order of the book. Importing one registers the special rules."""

from adjudge.games.mdrg.rules import special

__all__ = ["special"]
