.PHONY: sanitize nightly nightly-sanitize-address nightly-sanitize-thread nightly-sanitize-thread-serving
.PHONY: nightly-differential nightly-laws nightly-law-faults nightly-endurance
.PHONY: nightly-minimal-root nightly-swift-6.2 nightly-faults

# The long tests, in parts (Scripts/nightly, docs/fuzzing.md).

# The duration of each target of fuzzing, in seconds.
FUZZ_SECONDS ?= 1800
# The maximum number of cases of each kind that `nightly` changes, the time limit, and the first
# case, which differs each day.
MUTATE_CASES ?= 100000
MUTATE_SECONDS ?= 2400
MUTATE_SEED ?= $(shell date +%Y%m%d)
DIFFERENTIAL_EVENTS ?= 1000000
LAW_CASES ?= 100000
ENDURANCE_HOURS ?= 24
# Test targets that serve clients and run programs.
SERVING := (GesturedServer|GesturedCommand|Gesturectl|GestureClient)Tests\.

# Runs every test again, under AddressSanitizer and then under ThreadSanitizer.
sanitize: nightly-sanitize-address nightly-sanitize-thread nightly-sanitize-thread-serving

# The tests that take too long for each change, in parts that end within an hour. A part that passed
# for a commit is not repeated, so that an interrupted night continues (docs/fuzzing.md).
nightly:
	Scripts/nightly

# If `swift test` also builds, it runs every test twice.
nightly-sanitize-address: toolchain build-packages test-packages
	SANITIZED=address swift build --build-tests --sanitize address --scratch-path .build/address
	SANITIZED=address ASAN_OPTIONS=detect_leaks=0 \
		swift test --skip-build --sanitize address --scratch-path .build/address $(TEST_WIDTH)

# Under ThreadSanitizer the tests that serve, run programs and wait for them are a separate part.
nightly-sanitize-thread: toolchain build-packages test-packages
	SANITIZED=thread swift build --build-tests --sanitize thread --scratch-path .build/thread
	SANITIZED=thread swift test --skip-build --sanitize thread --scratch-path .build/thread $(TEST_WIDTH) \
		--skip '$(SERVING)'

nightly-sanitize-thread-serving: toolchain build-packages test-packages
	SANITIZED=thread swift build --build-tests --sanitize thread --scratch-path .build/thread
	SANITIZED=thread swift test --skip-build --sanitize thread --scratch-path .build/thread $(TEST_WIDTH) \
		--filter '$(SERVING)'

nightly-fuzz-%: toolchain build-packages
	Scripts/fuzz $(FUZZ_SECONDS) $*

nightly-mutate-%: build test-packages
	Scripts/mutate --part $* --cases $(MUTATE_CASES) --seconds $(MUTATE_SECONDS) --seed $(MUTATE_SEED)

# Compares with libevdev.
nightly-differential: toolchain build-packages test-packages
	swift build --build-tests
	DIFFERENTIAL_EVENTS=$(DIFFERENTIAL_EVENTS) swift test --skip-build --filter OracleTests

# The laws of recognition on many seeds; continues where it was interrupted.
nightly-laws: toolchain build-packages test-packages
	Scripts/laws --count $(LAW_CASES)

# For each law, makes a fault in the engine that the law must find.
nightly-law-faults: toolchain build-packages test-packages
	Scripts/law-faults

nightly-endurance: toolchain build-packages
	Scripts/endurance --hours $(ENDURANCE_HOURS)

# `make run` and `make test` on a bare Debian; as root.
nightly-minimal-root:
	Scripts/minimal-root

# `make run` and `make test` with Debian's own Swift; also compares the demo with the build of this machine. As root.
nightly-swift-6.2: build
	Scripts/debian-swift

# Fails every system call and C allocation in turn (docs/fuzzing.md).
nightly-faults: toolchain build-packages test-packages
	swift build --build-tests
	Scripts/fail-each
