"""The rules, a module for each part of the book and in its order.

| module | chapter |
|---|---|
| `squad` | Running a Regulator Squad: who is in it, and what a lost Captain means |
| `patrol` | Patrolling Anakron: Sector moves, Headquarters, the Patrol Roll |
| `encounter` | Patrolling Anakron: how many enemies, of which types, who is rare |
| `combat` | Combatting Dregs & Zombies: the Round, its end, the end of the Combat |
| `order` | in which order figures attack |
| `turns` | the turn of a Regulator, and of a Dreg or Zombie |
| `attack` | one attack, against one figure or against all |
| `armor` | Armor Rolls, Life Points lost, death |
| `abilities` | the special abilities of the stat books, which answer the moments that the others declare |
"""
