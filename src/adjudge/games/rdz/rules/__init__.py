"""The rules, a module for each part of the book and in its order: squad, patrol, encounter, combat, attack, armor.

Special abilities come last. They answer the moments that `adjudge.games.rdz.ability` names; the other modules know
none of them by name.
"""
