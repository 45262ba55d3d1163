# Run `make help` for what there is.
GO      ?= go
PKG     ?= ./...
VERSION ?= $(shell git describe --tags --always --dirty 2>/dev/null || echo dev)
LDFLAGS  = -s -w -X main.version=$(VERSION)
# Test data that is not part of the repository; absent data skips, or fails with EVERCART_TEST_REQUIRE=1.
export EVERCART_TESTDATA ?= $(abspath ../shared/data)

.DEFAULT_GOAL := help

.PHONY: help
help: ## Show this help
	@awk 'BEGIN {FS = ":.*## "} /^[a-z-]+:.*## / {printf "  %-10s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

.PHONY: run
run: ## Start everything with embedded defaults (the same as: go run ./cmd/evercart)
	$(GO) run ./cmd/evercart

.PHONY: build
build: ## Build the one binary, bin/evercart, without cgo
	CGO_ENABLED=0 $(GO) build -trimpath -ldflags "$(LDFLAGS)" -o bin/evercart ./cmd/evercart

.PHONY: setup
setup: ## Install what the tests need (Debian, as root)
	@scripts/setup.sh

.PHONY: test
test: setup check ## Install what the tests need, then run all of them with the race detector
	$(GO) test -race -shuffle=on -timeout 45m $(PKG)

.PHONY: check
check: ## The quick part: format, vet, pure-Go build, pinned versions
	@scripts/check.sh

.PHONY: lint
lint: ## golangci-lint, built from its own module (tools/lint)
	cd tools/lint && $(GO) build -o ../../bin/golangci-lint github.com/golangci/golangci-lint/v2/cmd/golangci-lint
	bin/golangci-lint run

.PHONY: soak
soak: ## The full counts: 50,000 acknowledged changes over 500 kills of nodes, chaos, 50,000 variants (plain binary, no race detector)
	EVERCART_TEST_KILLS=240 $(GO) test -count=1 -timeout 60m -v -run 'Kill' ./sqlite/
	EVERCART_TEST_KILLS=60 $(GO) test -count=1 -timeout 60m -v -run 'ServerRestarts' ./postgres/
	EVERCART_TEST_SOAK=1 $(GO) test -count=1 -timeout 60m -v -parallel 1 -run 'Kill' ./test/
	EVERCART_TEST_SOAK=1 $(GO) test -count=1 -timeout 60m -v -parallel 1 -run 'Chaos(OnPostgres|Controls)$$' ./test/
	EVERCART_TEST_SOAK=1 $(GO) test -count=1 -timeout 60m -v -parallel 2 -run 'TwoServers|TwelveHundred|AtRandom|PhoneAndSpeaker|DeadServer|OutlivesItsClaim|WithoutTheDatabase|HoldsNothing|BorrowedConnection|NoLockIsLeft|AfterTheReply|LateTurnsCost' ./test/
	EVERCART_TEST_SOAK=1 $(GO) test -count=1 -timeout 30m -v -parallel 1 -run 'Redis|EverybodyAtOnce|NewsBetween|BackupUnderLoad' ./test/
	EVERCART_TEST_SOAK=1 $(GO) test -count=1 -timeout 60m -v -parallel 2 -run 'CutOffAnywhere|LongConversationIsCut|FiftyAreOverloaded' ./test/
	EVERCART_TEST_SOAK=1 $(GO) test -count=1 -timeout 30m -v -run 'WildConversations' ./agent/
	$(GO) test -count=1 -timeout 60m -v -run LeftOut ./rules -args -leave-out train-a,train-b,train-c
	$(GO) test -run '^$$' -bench 'Turn|LongSession|Start|LargeCatalogue' -benchtime 20x ./test/
	$(GO) run ./cmd/evercart bench --throwaway --for 30s
	$(GO) run ./cmd/evercart bench --throwaway --for 40s --think 4s --growth 0

.PHONY: bench
bench: ## Benchmarks; ITERATIONS=1 only shows that they run
	$(GO) test -run '^$$' -bench . -benchtime $(if $(ITERATIONS),$(ITERATIONS)x,1s) $(PKG)

.PHONY: eval
eval: ## Score the offline brain: our dialogues, our own cases, and the shared sets where they are
	@scripts/eval.sh

.PHONY: peers
peers: ## Vendors' own clients (npm) against what we serve
	@scripts/peers.sh

.PHONY: live-test
live-test: ## examples/tests with Claude, four times each: pass^1, pass^4, cost, time to the first sentence (needs ANTHROPIC_API_KEY)
	@scripts/live.sh

.PHONY: fuzz
fuzz: ## Fuzz each target for FUZZTIME (default 20s)
	@scripts/fuzz.sh $(or $(FUZZTIME),20s)

.PHONY: clean
clean: ## Remove what was built
	rm -rf bin
