"""Every special rule as an object beside its words: types, skills, Mutations, features, armor, weapons, drugs,
and what the weeks of a campaign leave behind.

Importing this package registers them all.
"""

from adjudge.games.mdrg.special import (
    armor,
    disease,
    drugs,
    features,
    hardship,
    mental,
    mutations,
    skills,
    types,
    weapons,
)

__all__ = ["armor", "disease", "drugs", "features", "hardship", "mental", "mutations", "skills", "types", "weapons"]
