"""Every special rule as an object beside its words: types, skills, Mutations, features, armor, weapons, drugs.

Importing this package registers them all.
"""

from adjudge.games.mdrg.special import armor, disease, drugs, features, mental, mutations, skills, types, weapons

__all__ = ["armor", "disease", "drugs", "features", "mental", "mutations", "skills", "types", "weapons"]
