# `make demo` shows what Surfacebox does, `make test` proves it. Both set up what they need first.

PYTHON ?= python3
BIN := .venv/bin
READY := .venv/.ready

.PHONY: demo gallery test check bench golden lock setup clean
.DEFAULT_GOAL := demo

demo: setup ## Plays the built-in scenarios into out/demo and names the report
	@$(BIN)/surfacebox demo --out out/demo

gallery: setup ## Draws the gallery of screens into out/gallery
	@$(BIN)/surfacebox gallery --out out/gallery

test: setup ## Runs every test; ARGS="-k name" picks some
	@$(BIN)/python -m pytest $(ARGS)

check: $(READY) ## Lint, format, types, direction of imports
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/mypy
	@$(BIN)/lint-imports --no-logo

bench: setup ## Measures speed and memory; writes out/bench
	@$(BIN)/python -m bench $(ARGS)

golden: setup ## Draws the golden pictures of the tests anew
	@$(BIN)/python -m tests.golden.refresh

setup: $(READY) ## .venv, browser and fonts; quick when they are there
	@$(BIN)/surfacebox setup --quiet

$(READY): requirements.lock pyproject.toml scripts/setup
	@PYTHON=$(PYTHON) scripts/setup
	@touch $@

lock: $(READY) ## Writes requirements.lock anew; ARGS=--upgrade takes newer releases
	@$(BIN)/uv pip compile pyproject.toml --extra dev --universal --python-version 3.11 --generate-hashes \
		--no-annotate --no-header --quiet --output-file requirements.lock $(ARGS)
	@! grep -nE '://|--index-url|--find-links' requirements.lock
	@echo "requirements.lock: $$(grep -c == requirements.lock) pinned packages; run make test"

clean: ## Removes what the other commands made
	@rm -rf .venv out dist build .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache
	@find . -name __pycache__ -type d -prune -exec rm -rf {} +
