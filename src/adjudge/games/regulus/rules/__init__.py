"""The rules, in the order of the reference: narration, contests, leverage, the roll, its results, Luck, challenges,
checks, tests, Strings; then ours: sheets, and the table itself."""
