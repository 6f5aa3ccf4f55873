"""The server: many live tables behind one address. It carries questions and answers; it knows no rule of any game.

An answer is checked by the rules, stored, and only then acknowledged. Every client is sent what its seat may see.
Strangers are bounded in everything: sizes, rates, tables, connections.
"""
