"""The rules, chapter by chapter in the order of the reference; what it leaves out comes last.

- `narrative`: Narrative Matters: who tells what, when it is canon, and disputes
- `contests`: Contests, steps 1 to 5: from the desired outcome to leverage
- `leverage`: Contests, step 5: entries, advantages, and the pool they make
- `roll`: Contests, step 6: the dice, what is done to them, how they are read, and the push
- `results`: Contests, steps 7 and 8: Maybe, Possibly, marks, Hell No, and what is owed
- `luck`: Contests, Paying Luck; and the scale of Luck, which is ours
- `challenges`: Challenges: a contest in reverse
- `checks`: Checks
- `tests`: Tests
- `strings`: Strings, and their life, which is ours
- `sheets`: ours: character sheets, their entries, and Situations
- `sessions`: ours: a story from one session to the next
- `table`: ours: the story table of Regulus
"""
