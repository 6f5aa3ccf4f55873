"""The book's rules, chapter by chapter, in its order and words; nothing else stands here.

| module | chapter |
|---|---|
| `sequence` | Turn Sequence: the deck, whose card it is, the Joker |
| `actions` | Turn Sequence: the two actions of a survivor on a red card |
| `zeds` | Turn Sequence: what zeds do on their black card, and the common kinds of them |
| `activation` | "Active" Zeds: loud noises, and what stirs a zed |
| `grab` | The "Zombie Grab": moving near zombies, being held, wrestling free |
| `vehicles` | Vehicles: in and out, driving, brakes, collisions, being dragged out |
| `tanks` | Zombie "Tanks": debris, and wherever a tank is not like the others |
| `liches` | "Liches & Witches": zeds that never rest and call the others |
| `spawn` | Spawn Points: zeds that were destroyed come back |
| `shooting` | Shooting, hit and damage modifiers, results of shooting |
| `melee` | Hand-to-Hand Combat, and being hurt |
| `infection` | Infection, the optional rule |

A rule resolves, then carries out: `resolve_…` asks, rolls and tells and returns a verdict (`verdicts`); what becomes of
the figures is done by whoever called it (`figures`). Kinds of zed answer moments that the chapters declare (`kinds`).
"""
