# The tests that take too long for each change, in parts (docs/fuzzing.md).

.PHONY: sanitize nightly nightly-sanitize-address nightly-sanitize-thread nightly-sanitize-thread-serving
.PHONY: nightly-mutate nightly-differential nightly-laws nightly-law-faults nightly-endurance
.PHONY: nightly-minimal-root nightly-swift-6.2 nightly-faults

# The parts of a night, each `make nightly-PART`.
PARTS += sanitize-address        # every test under AddressSanitizer
PARTS += sanitize-thread         # tests without clients under ThreadSanitizer
PARTS += sanitize-thread-serving # the other tests under ThreadSanitizer
PARTS += fuzz-clients            # what clients send and do, with touches and reloads between
PARTS += fuzz-frames             # what a driver reports
PARTS += fuzz-recordings         # what is replayed
PARTS += fuzz-configuration      # gestured.yaml
PARTS += fuzz-shapes             # files of shapes
PARTS += mutate                  # recordings and configurations that are nearly right
PARTS += differential            # a million events, compared with libevdev
PARTS += laws                    # the laws of recognition, on 100 000 lists and touches each
PARTS += law-faults              # a fault in the engine for each of these laws, which must find it
PARTS += endurance               # a day of touching, twice
PARTS += fleet                   # 500 kiosks on one broker, without TLS and with it
PARTS += home-assistant          # discovery of gestured-mqtt, by Home Assistant's own schemas
PARTS += qt                      # the example for Qt, by gestured-judge
PARTS += faults                  # every system call and allocation of C fails once
PARTS += guest-kernel            # the guest's tests on Debian 13's kernel
PARTS += guest-apparmor          # the guest's tests with AppArmor enforcing
PARTS += guest-packages          # the packages on a clean Debian 12 and 13
PARTS += guest-arm64             # the packages for arm64 in a guest of that machine
PARTS += session-nested          # gestured-session under sway 1.7 and 1.10, labwc and KWin, with touches of the tests
PARTS += session-wake            # 200 touches that wake under sway, and 200 behind a stopped compositor
PARTS += session-lock            # 1 000 taps near a change, a minute of wiping, zones, confinement
PARTS += session-kill            # gestured-session killed at 200 moments
PARTS += session-layouts         # 100 outputs that turn: directions, edges and zones as they are seen
PARTS += session-trixie          # gestured-session under the sway of Debian 13
PARTS += try-packages            # the packages in roots of Debian 12 and 13 and Ubuntu 24.04
PARTS += try-upgrade             # an upgrade without a terminal, from packages with a conffile
PARTS += web-fan-out             # 64 pages on ten fingers for a minute
PARTS += arm64                   # the packages for arm64, their output for every recording, CEvdev on armhf
PARTS += reproducible            # the packages, built twice: the same bytes
PARTS += minimal-root            # make run and make test on nothing but Debian
PARTS += swift-6.2               # make build and make test with Debian's own Swift, on unstable

# A part that takes longer has failed, with exit status 124.
PART_LIMIT ?= 60m
# The results of a part are in a folder of the commit. With changed files every part runs again.
NIGHT = .build/nightly/$(if $(shell git status --porcelain),changed,$(shell git rev-parse HEAD))

# Runs the parts that have not passed for the commit, so that an interrupted night continues; PARTS="laws mutate" chooses
# some. Prints a line for each part, with its duration and its end, and then "N passed, N failed".
nightly:
	@rm -rf .build/nightly/changed
	@night=$(NIGHT) failed=0; $(MAKE) --keep-going --no-print-directory $$(printf "$$night/%s.ok " $(PARTS)); \
	for part in $(PARTS); do \
		cat "$$night/$$part.ok" 2>/dev/null || { echo "FAIL  $$part ($$night/$$part.log)"; failed=$$((failed + 1)); }; \
	done; \
	echo "$$(($(words $(PARTS)) - failed)) passed, $$failed failed"; [ $$failed -eq 0 ]

.build/nightly/%.ok:
	@mkdir -p $(@D)
	@begin=$$(date +%s) status=0; \
	timeout --kill-after=60 $(PART_LIMIT) $(MAKE) --no-keep-going nightly-$(*F) \
		>$(@:ok=log) 2>&1 </dev/null || status=$$?; \
	if [ $$status -ne 0 ]; then tail -n 20 $(@:ok=log); echo "exit status $$status: nightly-$(*F)"; exit 1; fi; \
	echo "ok    $(*F): $$(($$(date +%s) - begin)) s, $$(date -u +%FT%TZ)" >$@

# The duration of each target of fuzzing, in seconds.
FUZZ_SECONDS ?= 1800
# The duration of `mutate`, and its seed, which differs each day.
MUTATE_SECONDS ?= 3000
MUTATE_SEED ?= $(shell date +%Y%m%d)
DIFFERENTIAL_EVENTS ?= 1000000
LAW_CASES ?= 100000
ENDURANCE_HOURS ?= 24
# Test targets that serve clients and run programs.
SERVING := (GesturedServer|GesturedCommand|Gesturectl|GestureClient)Tests\.

# Runs every test again, under AddressSanitizer and then under ThreadSanitizer.
sanitize: nightly-sanitize-address nightly-sanitize-thread nightly-sanitize-thread-serving

# Tests with a sanitizer, and with options that choose some. If `swift test` also builds, it runs every test twice.
define sanitized
	SANITIZED=$(1) swift build --build-tests --sanitize $(1) --scratch-path .build/$(1)
	SANITIZED=$(1) ASAN_OPTIONS=detect_leaks=0 \
		swift test --skip-build --sanitize $(1) --scratch-path .build/$(1) $(TEST_WIDTH) $(2)
endef

nightly-sanitize-address: toolchain build-packages test-packages
	$(call sanitized,address)

# Under ThreadSanitizer the tests that serve, run programs and wait for them are a separate part.
nightly-sanitize-thread: toolchain build-packages test-packages
	$(call sanitized,thread,--skip '$(SERVING)')

nightly-sanitize-thread-serving: toolchain build-packages test-packages
	$(call sanitized,thread,--filter '$(SERVING)')

nightly-fuzz-%: toolchain build-packages
	Scripts/fuzz $(FUZZ_SECONDS) $*

nightly-mutate: build test-packages
	Scripts/mutate --cases 1000000 --seconds $(MUTATE_SECONDS) --seed $(MUTATE_SEED)

# Compares with libevdev.
nightly-differential: toolchain build-packages test-packages
	swift build --build-tests
	DIFFERENTIAL_EVENTS=$(DIFFERENTIAL_EVENTS) swift test --skip-build --filter OracleTests

nightly-laws: toolchain build-packages test-packages
	swift build $(RELEASE_OPTIONS) --product LawProbe
	"$$(swift build $(RELEASE_OPTIONS) --show-bin-path)/LawProbe" --count $(LAW_CASES)

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
