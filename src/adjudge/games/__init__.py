"""The games: siblings that never import one another. Each stands on the engine, and some on the battlefield."""
