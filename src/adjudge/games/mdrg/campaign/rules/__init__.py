"""The rules between battles, one module for each section of the book's chapter on campaigns.

`week`            the weeks: who fights whom, the scenario, what comes after what, the end
`aftermath`       After the Battle: survival, spoils, Food, Mutations that appear, the weekly roll of the infected
`advances`        Advances
`replacements`    Replacing Dead Models, followers
`work`            work in camp: figuring out, repairing, reloading, handing out, slaughtering
`upkeep`          Feeding your Characters, who stays at home, who carries which Energy Cells
"""
