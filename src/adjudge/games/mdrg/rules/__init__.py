"""The rules, one module for each chapter, in the order of the book.

Making a party
    `profiles`        Profiles: what the numbers on a record sheet are made of, upkeep, who can use what
    `creation`        Create your Party: the types, their rolls, equipment, bonuses
    `lurkers`         Mutated Plants that lie in wait
    `auction`         the optional auction of characters

The game
    `battlefield`     Attacker and Defender, terrain, deployment
    `battle`          the sequence of play, and how it ends
    `quality`         Quality rolls, and a Hero's second die
    `activation`      Activation: turns, dice, one model at a time
    `actions`         Activated Figures: what an action can be spent on

Movement
    `movement`        moving, entering and leaving contact, flying
    `buildings`       doors: through them, bashing them down, shooting at them
    `heights`         stairs, ladders, climbing

Combat
    `combat`          scores, modifiers, and what a lost combat comes to
    `hand_to_hand`    Hand-to-Hand Combat
    `results`         Fallen models, recoil, Free Hacks, falling, death
    `ranged`          Ranged Combat: the shot, malfunctions, ammunition, targets, aimed shots, rocks, several targets
    `line_of_sight`   Line of Sight, Cover, Wooded Areas
    `area`            Area Effect Attacks: grenades and the like

Nerve
    `morale`          Morale, and when it is checked
    `terror`          what frightens
    `groups`          Group Actions, Regroup, Concentrated Fire

Between games
    `artifacts`       figuring out what the old world has left
    `radiation`       Radiation Checks

What is no chapter stands beside this folder: models (`figures`), measuring (`places`, `sticks`, `regions`), single dice
(`readings`), what can be done with an action (`deeds`), special rules (`ability`, `special/`).
"""
