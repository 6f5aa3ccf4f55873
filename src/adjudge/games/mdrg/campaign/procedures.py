"""Procedures for the desk: rolls between battles that a club with miniatures wants ruled."""

from __future__ import annotations

PROCEDURES = ()
