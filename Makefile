# Every target does its own set-up: all it needs is Python 3.11 or later.

BIN := .venv/bin
READY := .venv/.ready

.DEFAULT_GOAL := help
.PHONY: help play test client screenshots bench kernel lint docs site lock ladder release

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "make %-11s %s\n", $$1, $$2 }' Makefile

play: $(READY) ## play (ARGS="play rdz" passes arguments to the adjudge command)
	@$(BIN)/adjudge $(ARGS)

test: lint client ## lint, check types, run every test (ARGS="-k dice" passes arguments to pytest)
	$(BIN)/pytest -n $$($(BIN)/python -c 'import os; print(2 * os.cpu_count())') --dist loadgroup $(ARGS)

client: $(READY) ## check layout and types of the browser client, run its tests
	$(BIN)/python hatch_build.py run check
	$(BIN)/python hatch_build.py test

screenshots: $(READY) ## take the pictures of docs/screenshots/ anew (ARGS="battle" for one screen)
	$(BIN)/python scripts/screenshots.py $(ARGS)

lint: $(READY) ## check style, layout and types
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy

bench: $(READY) ## measure speed
	$(BIN)/python -m benchmarks $(ARGS)

kernel: $(READY) ## build the field's inner loops in C: battles by bots get faster, nothing else changes
	$(BIN)/python -m adjudge.field.build

docs: $(READY) ## gather which rules are covered, run the examples in the README and docs/
	$(BIN)/python -m adjudge.check.coverage
	$(BIN)/pytest $(wildcard README.md) docs tests/check/test_write_your_own_game.py

site: $(READY) ## make the site of the pages in build/site, with links checked (ARGS=folder for another place)
	@test -x .venv-site/bin/python || scripts/uv venv --quiet --python $(BIN)/python .venv-site
	scripts/uv pip sync --quiet --python .venv-site/bin/python --require-hashes requirements-site.lock
	PYTHONPATH=src .venv-site/bin/python scripts/site.py $(ARGS)

ladder: $(READY) ## rate the bots of all games again, on other dice, and compare with docs/ladder.json
	$(BIN)/adjudge ladder --seed $$(date +%s) --against docs/ladder.json $(ARGS)
	$(BIN)/adjudge ladder docs/examples/pig.py docs/examples/hoard.py docs/examples/liars_dice.py \
	  --seed $$(date +%s) --against docs/ladder.json $(ARGS)

release: test bench ladder ## what must hold before a version goes out: tests, speed, strength of bots

lock: $(READY) ## pin the newest versions of all dependencies
	scripts/lock --upgrade

WEB := $(shell find web/src web/public -type f) web/index.html web/package-lock.json web/vite.config.ts

$(READY): pyproject.toml requirements.lock scripts/setup hatch_build.py $(WEB)
	@scripts/setup
	@touch $@
