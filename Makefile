# make run, make test, make check: each target first installs the packages that it needs (apt-get).

.PHONY: build run test examples docs guest-test accuracy fan-out check format clean install uninstall
.PHONY: guest-measure guest-programs bench budget code-order fuzz mutate sanitize nightly nightly-faults
.PHONY: nightly-guest-kernel nightly-guest-apparmor nightly-guest-packages nightly-reproducible nightly-arm64 nightly-guest-arm64
.PHONY: nightly-swift-6.2 nightly-laws nightly-law-faults nightly-large-replay
.PHONY: deb guest-packages release committed apt-repository
.PHONY: fleet-test fleet-load nightly-fleet nightly-home-assistant install-mqtt uninstall-mqtt
.PHONY: example-builds web-builds corpus build-packages toolchain
.PHONY: web web-test web-fan-out nightly-web-fan-out install-web uninstall-web

# Lines that the tests have read from daemons.
WIRE_LINES := .build/wire-lines.jsonl
# The build folder of `docs`, separate from the others: the compiler writes the symbols that DocC reads.
DOCS := .build/docs
SYMBOL_GRAPHS := $(addprefix -Xswiftc ,-emit-symbol-graph -emit-symbol-graph-dir \
	$(DOCS)/symbols -symbol-graph-minimum-access-level public \
	-symbol-graph-skip-synthesized-members)
# The runtime is linked in, so that the programs run where no Swift is installed; functions are
# ordered for short starts and turns.
RELEASE_OPTIONS = -c release --static-swift-stdlib $(shell Scripts/release-options)
RELEASE = $(RELEASE_OPTIONS) --product gestured
# The root of installed files, below DESTDIR; systemd searches there if PREFIX is /usr/local or /usr.
PREFIX ?= /usr/local
BINDIR ?= $(PREFIX)/bin
DATADIR ?= $(PREFIX)/share/gestured
UNITDIR ?= $(PREFIX)/lib/systemd/system
USERUNITDIR ?= $(PREFIX)/lib/systemd/user
SYSUSERSDIR ?= $(PREFIX)/lib/sysusers.d
UDEVDIR ?= $(PREFIX)/lib/udev/rules.d
# A group for touchscreens alone, which the daemon joins instead of `input`; empty for none.
TOUCHSCREEN_GROUP ?=
GROUP_RULES = $(UDEVDIR)/80-gestured-touchscreens.rules
GROUP_SYSUSERS = $(SYSUSERSDIR)/gestured-touchscreens.conf
GROUP_UNIT = $(UNITDIR)/gestured.service.d/touchscreens.conf
# The programs that `install` copies: those that `build` made.
BINARY ?= .build/release/gestured
CLIENT_BINARY ?= $(dir $(BINARY))gesturectl
# Seconds that `fuzz` and `mutate` spend on each target, and the same for `nightly`.
SECONDS ?= 30
FUZZ_SECONDS ?= 1800
# The maximum number of cases of each kind that `nightly` changes, the time limit, and the first
# case, which differs each day.
MUTATE_CASES ?= 100000
MUTATE_SECONDS ?= 2400
MUTATE_SEED ?= $(shell date +%Y%m%d)
DIFFERENTIAL_EVENTS ?= 1000000
LAW_CASES ?= 100000
# The number of lists that `test` tries.
LAW_TESTS ?= 600
ENDURANCE_HOURS ?= 24
# The number of tests that run at a time. Most of them wait; with more, they starve each other.
# Swift before 6.3 does not know the option.
WIDTH_OPTION := --experimental-maximum-parallelization-width
TEST_WIDTH = $(if $(shell swift test --help-hidden 2>&1 | grep -e $(WIDTH_OPTION)),$(WIDTH_OPTION) 8)
# Test targets that serve clients and run programs.
SERVING := (GesturedServer|GesturedCommand|Gesturectl|GestureClient)Tests\.
# Refuses an import of a module that the target does not depend on (Scripts/check-imports has the rest).
DECLARED_IMPORTS := --explicit-target-dependency-import-check error
# Tests in Python, with Debian's interpreter: it has the packages. K= chooses those whose names contain words.
PYTEST = PROGRAMS="$$(swift build $(RELEASE) --show-bin-path)" GESTURED_WEB="$(CURDIR)/$(WEB_BINARY)" \
	/usr/bin/python3 -m pytest $(if $(K),-k "$(K)")
C_FILES = $(shell git ls-files '*.c' '*.h')
SWIFT_FILES := Package.swift Sources Tests Fuzzing examples Web/Package.swift Web/Sources Web/Tests

build: toolchain build-packages
	GESTURED_BUILD="$$(Scripts/describe-build)" swift build $(RELEASE)
	GESTURED_BUILD="$$(Scripts/describe-build)" swift build $(RELEASE_OPTIONS) --product gesturectl

# Prints gestures from the touchscreen; without one plays the demo, a recording with one of each gesture.
run: toolchain build-packages
	GESTURED_BUILD="$$(Scripts/describe-build)" swift build $(RELEASE)
	@gestured="$$(swift build $(RELEASE) --show-bin-path)/gestured"; \
	if "$$gestured" --list-devices | grep -q '  touchscreen  '; then \
		echo "touch the screen; Ctrl-C ends" >&2; \
		exec "$$gestured" --dump; \
	fi; \
	exec "$$gestured" --replay share/demo.evemu --realtime --dump

# The allocations of gestures written in Swift are counted on an optimised build, which also tries
# the laws of recognition.
test: toolchain build-packages test-packages
	GESTURED_BUILD="$$(Scripts/describe-build)" swift build $(RELEASE_OPTIONS) --product HotPathProbe
	GESTURED_BUILD="$$(Scripts/describe-build)" swift build $(RELEASE_OPTIONS) --product LawProbe
	"$$(swift build $(RELEASE_OPTIONS) --show-bin-path)/LawProbe" --count $(LAW_TESTS)
	swift build --build-tests $(DECLARED_IMPORTS)
	rm -f $(WIRE_LINES)
	HOT_PATH_PROBE="$$(swift build $(RELEASE_OPTIONS) --show-bin-path)/HotPathProbe" \
		WIRE_LINES="$(CURDIR)/$(WIRE_LINES)" swift test --skip-build $(TEST_WIDTH)
	Scripts/check-protocol $(WIRE_LINES)

# Built as the guest runs it.
PANELS := -c release --package-path examples/Panels --static-swift-stdlib

# Examples that programs may copy: in Swift, a package that depends on this one; in other languages,
# clients of the daemon.
examples: build examples-packages example-builds
	swift test --package-path examples/Gestures --skip-build
	swift run --package-path examples/Gestures --skip-build
	swift test --package-path examples/Views --skip-build
	$(PYTEST) -n 3 Tests/ExampleTests

example-builds: toolchain build-packages
	swift build --package-path examples/Gestures --build-tests
	swift build --package-path examples/Views --build-tests
	swift build $(PANELS)

# Tests gestured-mqtt with the daemon and a real broker, its dashboard with a real Prometheus
# (docs/fleet.md), and the metrics of gestured-web.
fleet-test: toolchain build web fleet-packages
	$(PYTEST) -n 3 Fleet/Tests

# Runs 500 kiosks on one broker of this machine, without TLS and with it: five minutes each.
fleet-load nightly-fleet: toolchain build fleet-packages
	Scripts/fleet-load "$$(swift build $(RELEASE) --show-bin-path)/gestured"
	Scripts/fleet-load "$$(swift build $(RELEASE) --show-bin-path)/gestured" --tls

# Checks the messages for Home Assistant with its own schemas; as root.
nightly-home-assistant:
	Scripts/home-assistant

# The library's documentation, for any web server. The code in it is compiled, too.
docs: toolchain test-packages
	Scripts/check-symbols --self-test
	swift build --target TouchCore --scratch-path $(DOCS) $(SYMBOL_GRAPHS)
	swift build --target TouchViews --scratch-path $(DOCS) $(SYMBOL_GRAPHS)
	swift build --target TouchDevices --scratch-path $(DOCS) $(SYMBOL_GRAPHS)
	swift build --target GestureClient --scratch-path $(DOCS) $(SYMBOL_GRAPHS)
	Scripts/check-symbols $(addprefix $(DOCS)/symbols/,TouchCore*.symbols.json \
		TouchViews*.symbols.json TouchDevices*.symbols.json GestureClient*.symbols.json)
	Scripts/make-docs $(DOCS)

# On the real kernel: in a Debian guest, which is built once (docs/guest.md). HID= names a capture
# of hid-recorder, or a folder of them, to be played there instead of the tests.
guest-test: build test-packages guest-programs
	Guest/test $(if $(HID),--hid "$(HID)")

# The programs that the guest runs beside the installed ones.
guest-programs: toolchain build-packages
	GESTURED_BUILD="$$(Scripts/describe-build)" swift build $(RELEASE_OPTIONS) --product SlotProbe
	swift build $(PANELS)

# Debian packages in .build/deb, of the working tree (docs/install.md), with the versions of Swift's
# packages that releases are tested with; UNPINNED=1 with others. ARCH=arm64 for another machine.
deb: toolchain build-packages deb-packages
	ARCH=$(ARCH) packaging/build-packages
	lintian --fail-on error,warning .build/deb$(if $(filter arm64,$(ARCH)),-arm64)/*.changes
	packaging/check-hardening .build/deb$(if $(filter arm64,$(ARCH)),-arm64)

# The files of a release, in .build/dist, of the commit; and an apt repository in .build/apt, signed
# with gpg's KEY. Packages for arm64 are included if they are built: make deb ARCH=arm64.
release: committed deb
	packaging/make-release

committed:
	packaging/make-release --check

apt-repository: deb
	@test -n "$(KEY)" || { echo "cannot sign: KEY= names no key of gpg's" >&2; exit 1; }
	@Scripts/install-packages apt
	packaging/make-apt-repository "$(KEY)" .build/apt .build/deb/*.deb \
		$(wildcard .build/deb-arm64/*_$(shell Scripts/version)_arm64.deb)

# Installs, upgrades and purges the packages in the guest, as on a clean Debian 12: the programs of
# `build`, packaged without another compilation.
guest-packages: build web deb-packages test-packages
	install -D -t .build/programs $(WEB_BINARY) \
		"$$(swift build $(RELEASE) --show-bin-path)/gestured" \
		"$$(swift build $(RELEASE) --show-bin-path)/gesturectl"
	packaging/build-packages --to .build/deb-of-build --programs .build/programs
	Guest/packages .build/deb-of-build

# The same with the released packages, on Debian 12 and 13, and on Debian 13 for arm64.
nightly-guest-packages: deb test-packages
	Guest/packages
	GUEST_RELEASE=trixie Guest/packages

nightly-guest-arm64: build deb-packages test-packages
	ARCH=arm64 packaging/build-packages
	GUEST_ARCH=arm64 GUEST_RELEASE=trixie Guest/packages

# For arm64, with Debian's own Swift: builds the packages, and checks that every recording gives the
# same bytes there.
nightly-arm64: build deb-packages
	ARCH=arm64 packaging/build-packages
	lintian --fail-on error,warning .build/deb-arm64/*.changes
	packaging/check-hardening .build/deb-arm64
	Scripts/arm64-replays .build/deb-arm64
	Scripts/arm-frames

nightly-reproducible: toolchain build-packages deb-packages
	@Scripts/install-packages reproducible
	packaging/deb-reproducible

# The same on the kernel of Debian 13, and with the service confined by AppArmor.
nightly-guest-kernel: build test-packages guest-programs
	GUEST_KERNEL=trixie Guest/test

nightly-guest-apparmor: build test-packages guest-programs
	GUEST_LSM=apparmor Guest/test

# Compares with lisgd and libinput, under a clock that counts instructions (docs/performance.md).
guest-measure: build guest-programs
	Guest/measure

# How much of labelled touches is recognised (docs/accuracy.md).
accuracy: corpus build test-packages
	Scripts/accuracy "$$(swift build $(RELEASE) --show-bin-path)/gestured"
	Scripts/accuracy-perturbed "$$(swift build $(RELEASE) --show-bin-path)/gestured"
	Scripts/velocity-errors "$$(swift build $(RELEASE) --show-bin-path)/gestured"
	Scripts/accuracy-strokes "$$(swift build $(RELEASE) --show-bin-path)/gestured"

# gestured-web, the server of web pages: a package of its own (docs/web.md).
WEB_RELEASE := -c release --package-path Web --static-swift-stdlib
WEB_BINARY ?= Web/.build/release/gestured-web
WEBDIR ?= $(PREFIX)/share/gestured-web

web: toolchain
	GESTURED_BUILD="$$(Scripts/describe-build)" swift build $(WEB_RELEASE) --product gestured-web

web-builds: web
	swift build --package-path Web --build-tests

# Tests its parts, the server against the daemon, and its pages in a browser.
web-test: build web-packages web-builds
	swift test --package-path Web --skip-build
	$(PYTEST) Web/Tests/Server
	$(PYTEST) Web/Tests/Browser

# Serves 64 pages with ten fingers for a minute: checks every line, and measures the cost.
web-fan-out: corpus build web web-packages
	Web/Tests/Server/fan-out "$$(swift build $(RELEASE) --show-bin-path)/gestured" $(WEB_BINARY)

nightly-web-fan-out: web-fan-out

# Separate from `install`, which it does not need: `make web && sudo make install-web`.
install-web:
	@test -x "$(WEB_BINARY)" || { \
		echo "cannot find $(WEB_BINARY): it is not built yet" >&2; \
		echo "  Run make web, as yourself, or name a built program with WEB_BINARY=" >&2; exit 1; }
	install -D -m 0755 "$(WEB_BINARY)" "$(DESTDIR)$(BINDIR)/gestured-web"
	install -d -m 0755 "$(DESTDIR)$(WEBDIR)"
	if [ -d Web/Pages ]; then install -m 0644 -t "$(DESTDIR)$(WEBDIR)" Web/Pages/*; fi
	install -D -m 0644 systemd/gestured-web.socket "$(DESTDIR)$(UNITDIR)/gestured-web.socket"
	sed 's|@BINDIR@|$(BINDIR)|;s|@WEBDIR@|$(WEBDIR)|' systemd/gestured-web.service | \
		install -D -m 0644 /dev/stdin "$(DESTDIR)$(UNITDIR)/gestured-web.service"
ifeq ($(DESTDIR),)
	if [ -d /run/systemd/system ]; then systemctl daemon-reload; fi
	@echo "It gives every account of this machine gestures (docs/web.md). To start it all the same:"
	@echo "  systemctl enable --now gestured-web.socket"
endif

uninstall-web:
ifeq ($(DESTDIR),)
	-if [ -d /run/systemd/system ]; then \
		systemctl disable --now gestured-web.service gestured-web.socket; fi
endif
	rm -f "$(DESTDIR)$(BINDIR)/gestured-web" "$(DESTDIR)$(UNITDIR)/gestured-web.socket" \
		"$(DESTDIR)$(UNITDIR)/gestured-web.service"
	rm -rf "$(DESTDIR)$(WEBDIR)"

# Serves 64 clients with ten fingers for a minute: checks every line, and measures the cost.
fan-out: corpus build test-packages
	Scripts/fan-out "$$(swift build $(RELEASE) --show-bin-path)/gestured"

# Measures the cost of the daemon, beside a C program that makes the same calls (docs/performance.md).
bench: build bench-packages
	Scripts/bench "$$(swift build $(RELEASE) --show-bin-path)/gestured"

# Checks that the cost is within the budget.
budget: build bench-packages
	Scripts/bench "$$(swift build $(RELEASE) --show-bin-path)/gestured" --budget

# Records which functions belong together by running the built program. The next link follows the order.
code-order: build bench-packages
	Scripts/bench "$$(swift build $(RELEASE) --show-bin-path)/gestured" --order Benchmarks/code-order
	rm -f "$$(swift build $(RELEASE) --show-bin-path)/gestured"

# Fuzzes each interface for the given time (docs/fuzzing.md).
fuzz: toolchain build-packages
	Scripts/fuzz $(SECONDS)

# Gives slightly wrong inputs to the programs as they are built (docs/fuzzing.md).
mutate: build test-packages
	for part in bytes recordings configurations; do \
		Scripts/mutate --part $$part --seconds $(SECONDS) || exit 1; done

# Runs every test again, under AddressSanitizer and then under ThreadSanitizer.
sanitize: nightly-sanitize-address nightly-sanitize-thread nightly-sanitize-thread-serving

# The tests that take too long for each change, in parts that end within an hour. A part that passed
# for a commit is not repeated: an interrupted night continues (docs/fuzzing.md).
nightly:
	Scripts/nightly

# `swift test` that builds as well runs every test twice.
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

# Recordings of 1 GB, in constant memory.
nightly-large-replay: build test-packages
	Scripts/large-replay "$$(swift build $(RELEASE) --show-bin-path)/gestured"

# For each law, puts a fault into the engine that the law must find.
nightly-law-faults: toolchain build-packages test-packages
	Scripts/law-faults

nightly-endurance: toolchain build-packages
	Scripts/endurance --hours $(ENDURANCE_HOURS)

# `make run` and `make test` on a bare Debian; as root.
nightly-minimal-root:
	Scripts/minimal-root

# The same with Debian's own Swift, with the demo compared with the build of this machine; as root.
nightly-swift-6.2: build
	Scripts/debian-swift

# Fails every system call and C allocation in turn (docs/fuzzing.md).
nightly-faults: toolchain build-packages test-packages
	swift build --build-tests
	Scripts/fail-each

# The units are checked with the program that they start.
check: toolchain check-packages build
	swift format lint --strict --parallel --recursive $(SWIFT_FILES)
	clang-format --dry-run --Werror $(C_FILES)
	Scripts/check-c --self-test
	Scripts/check-c
	Scripts/check-imports --self-test
	Scripts/check-imports
	Scripts/check-kinds --self-test
	Scripts/check-kinds
	Scripts/check-words --self-test
	Scripts/check-words
	Scripts/check-files --self-test
	Scripts/check-files
	Scripts/check-swift-6.2 --self-test
	Scripts/check-swift-6.2
	Scripts/check-python --self-test
	Scripts/check-python
	Scripts/check-docs --self-test
	Scripts/check-docs
	Scripts/help-tables --self-test
	Scripts/help-tables --check
	Scripts/check-protocol --self-test
	Scripts/check-protocol
	Scripts/prepare-toolchain --self-test
	packaging/pin-packages --self-test
	packaging/pin-packages --check
	Scripts/accuracy --self-test
	Scripts/accuracy-perturbed --self-test
	Scripts/velocity-errors --self-test
	Scripts/accuracy-strokes --self-test
	Scripts/bench --self-test
	Scripts/mutate --self-test
	Scripts/law-faults --check
	Scripts/nightly --self-test
	Guest/boot --self-test
	Scripts/check-install
	Scripts/version --check
	binary="$$(swift build $(RELEASE) --show-bin-path)/gestured" && \
		Scripts/check-units --self-test "$$binary" && \
		Scripts/check-units "$$binary"
	programs="$$(swift build $(RELEASE) --show-bin-path)" && \
		Scripts/make-man-pages --check "$$programs" && \
		Scripts/make-completions --check "$$programs"

format: toolchain check-packages
	swift format --in-place --parallel --recursive $(SWIFT_FILES)
	clang-format -i $(C_FILES)

clean: toolchain
	swift package clean
	swift package --package-path examples/Gestures clean
	swift package --package-path examples/Views clean
	swift package --package-path examples/Panels clean

# Builds nothing, so that root needs no Swift: `make build && sudo make install`.
install:
	@case "$(BINDIR)" in /*) ;; *) \
		echo "cannot install into $(BINDIR): PREFIX is no absolute path" >&2; exit 1;; esac
	@for program in "$(BINARY)" "$(CLIENT_BINARY)"; do test -x "$$program" || { \
		echo "cannot find $$program: it is not built yet" >&2; \
		echo "  Run make build, as yourself, or name a built program with BINARY=" \
			"(or CLIENT_BINARY= for gesturectl)" >&2; \
		exit 1; }; done
	install -D -m 0755 "$(BINARY)" "$(DESTDIR)$(BINDIR)/gestured"
	install -D -m 0755 "$(CLIENT_BINARY)" "$(DESTDIR)$(BINDIR)/gesturectl"
	install -D -m 0644 share/demo.evemu "$(DESTDIR)$(DATADIR)/demo.evemu"
	install -D -m 0644 packaging/gestured.yaml "$(DESTDIR)$(DATADIR)/gestured.yaml"
	install -D -m 0644 packaging/sysusers.d/gestured.conf \
		"$(DESTDIR)$(SYSUSERSDIR)/gestured.conf"
	install -D -m 0644 systemd/gestured.socket "$(DESTDIR)$(UNITDIR)/gestured.socket"
	sed 's|@BINDIR@|$(BINDIR)|' systemd/gestured.service | \
		install -D -m 0644 /dev/stdin "$(DESTDIR)$(UNITDIR)/gestured.service"
	sed 's|@BINDIR@|$(BINDIR)|' systemd/gesturectl-feedback@.service | \
		install -D -m 0644 /dev/stdin "$(DESTDIR)$(UNITDIR)/gesturectl-feedback@.service"
	sed 's|@BINDIR@|$(BINDIR)|' systemd/gesturectl.service | \
		install -D -m 0644 /dev/stdin "$(DESTDIR)$(USERUNITDIR)/gesturectl.service"
ifneq ($(TOUCHSCREEN_GROUP),)
	@case "$(TOUCHSCREEN_GROUP)" in [!a-z_]*|*[!a-z0-9_-]*) \
		echo "cannot name a group $(TOUCHSCREEN_GROUP)" >&2; exit 1;; esac
	sed 's|@GROUP@|$(TOUCHSCREEN_GROUP)|' packaging/touchscreens/udev.rules | \
		install -D -m 0644 /dev/stdin "$(DESTDIR)$(GROUP_RULES)"
	sed 's|@GROUP@|$(TOUCHSCREEN_GROUP)|' packaging/touchscreens/sysusers.conf | \
		install -D -m 0644 /dev/stdin "$(DESTDIR)$(GROUP_SYSUSERS)"
	sed 's|@GROUP@|$(TOUCHSCREEN_GROUP)|' packaging/touchscreens/service.conf | \
		install -D -m 0644 /dev/stdin "$(DESTDIR)$(GROUP_UNIT)"
ifeq ($(DESTDIR),)
	systemd-sysusers "$(GROUP_SYSUSERS)"
	udevadm control --reload && udevadm trigger --subsystem-match=input --settle
endif
endif
ifeq ($(DESTDIR),)
	systemd-sysusers "$(SYSUSERSDIR)/gestured.conf"
	if [ -d /run/systemd/system ]; then systemctl daemon-reload; fi
	@echo "Start it, now and at each boot:"
	@echo "  systemctl enable --now gestured.socket gestured.service"
endif

# The user and the group remain: files that they own would belong to the next account with their numbers.
uninstall:
ifeq ($(DESTDIR),)
	-if [ -d /run/systemd/system ]; then \
		systemctl disable --now gestured.service gestured.socket; fi
endif
	rm -f "$(DESTDIR)$(BINDIR)/gestured" "$(DESTDIR)$(BINDIR)/gesturectl" \
		"$(DESTDIR)$(DATADIR)/demo.evemu" \
		"$(DESTDIR)$(DATADIR)/gestured.yaml" \
		"$(DESTDIR)$(SYSUSERSDIR)/gestured.conf" \
		"$(DESTDIR)$(UNITDIR)/gestured.socket" "$(DESTDIR)$(UNITDIR)/gestured.service" \
		"$(DESTDIR)$(UNITDIR)/gesturectl-feedback@.service" \
		"$(DESTDIR)$(USERUNITDIR)/gesturectl.service" \
		"$(DESTDIR)$(GROUP_RULES)" "$(DESTDIR)$(GROUP_SYSUSERS)" "$(DESTDIR)$(GROUP_UNIT)"
	-rmdir "$(DESTDIR)$(DATADIR)"
	-rmdir "$(DESTDIR)$(UNITDIR)/gestured.service.d" 2>/dev/null
ifeq ($(DESTDIR),)
	if [ -d /run/systemd/system ]; then systemctl daemon-reload; fi
endif

# gestured-mqtt, which is Python and needs no build; its service is not enabled (docs/fleet.md).
MQTTDIR = $(PREFIX)/share/gestured-mqtt
install-mqtt:
	@case "$(BINDIR)" in /*) ;; *) \
		echo "cannot install into $(BINDIR): PREFIX is no absolute path" >&2; exit 1;; esac
	install -d "$(DESTDIR)$(BINDIR)"
	sed 's|^MODULES = .*|MODULES = "$(MQTTDIR)"|' Fleet/gestured-mqtt >"$(DESTDIR)$(BINDIR)/gestured-mqtt"
	chmod 0755 "$(DESTDIR)$(BINDIR)/gestured-mqtt"
	install -D -m 0644 -t "$(DESTDIR)$(MQTTDIR)/gestured_mqtt" Fleet/gestured_mqtt/*.py
	install -D -m 0644 -t "$(DESTDIR)$(MQTTDIR)" Fleet/gestured-mqtt.yaml \
		Fleet/mosquitto/gestured.conf Fleet/mosquitto/gestured.acl \
		share/grafana/gestured.json share/prometheus/gestured.rules.yml
	sed 's|@BINDIR@|$(BINDIR)|' systemd/gestured-mqtt.service | \
		install -D -m 0644 /dev/stdin "$(DESTDIR)$(UNITDIR)/gestured-mqtt.service"
ifeq ($(DESTDIR),)
	if [ -d /run/systemd/system ]; then systemctl daemon-reload; fi
	@echo "Write /etc/gestured-mqtt.yaml from $(MQTTDIR)/gestured-mqtt.yaml; then"
	@echo "  gestured-mqtt --check && systemctl enable --now gestured-mqtt"
endif

uninstall-mqtt:
ifeq ($(DESTDIR),)
	-if [ -d /run/systemd/system ]; then systemctl disable --now gestured-mqtt.service; fi
endif
	rm -f "$(DESTDIR)$(BINDIR)/gestured-mqtt" "$(DESTDIR)$(UNITDIR)/gestured-mqtt.service"
	rm -rf "$(DESTDIR)$(MQTTDIR)"
ifeq ($(DESTDIR),)
	if [ -d /run/systemd/system ]; then systemctl daemon-reload; fi
endif

# The packages of debian/control that a purpose needs; those of a build alone are `build-packages`.
# Installing a broker or Prometheus starts it: only for machines that run nothing but tests.
PURPOSES := test examples bench deb check web fleet
.PHONY: $(PURPOSES:%=%-packages)
$(PURPOSES:%=%-packages):
	@Scripts/install-packages $(@:%-packages=%) $(if $(filter fleet-%,$@),$(if $(CI),broker))

build-packages:
	@Scripts/install-packages

corpus:
	@test -n "$(TOUCH_CORPUS)" || { \
		echo "cannot find the workloads: TOUCH_CORPUS names no corpus" >&2; \
		echo "  Set it to the folder that holds bench/generate.py." >&2; \
		exit 1; }

toolchain:
	@Scripts/prepare-toolchain
