# make run, make test, make check: each target first installs the packages that it needs (apt-get).

.PHONY: build run test examples example-builds docs demo accuracy fan-out bench budget code-order fuzz mutate
.PHONY: check format clean install uninstall build-packages toolchain

# Lines that the tests have read from daemons.
WIRE_LINES := .build/wire-lines.jsonl
# The separate build folder of `docs`, into which the compiler also writes the symbols that DocC reads.
DOCS := .build/docs
DOCUMENTED := TouchCore TouchViews TouchDevices GestureClient
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
# A group for touchscreens only, which the daemon joins instead of `input`; empty for none.
TOUCHSCREEN_GROUP ?=
GROUP_RULES = $(UDEVDIR)/80-gestured-touchscreens.rules
GROUP_SYSUSERS = $(SYSUSERSDIR)/gestured-touchscreens.conf
GROUP_UNIT = $(UNITDIR)/gestured.service.d/touchscreens.conf
# The programs that `install` copies: those that `build` made.
BINARY ?= .build/release/gestured
CLIENT_BINARY ?= $(dir $(BINARY))gesturectl
# The gesturectl that makes the recordings of the recipes, if CLIENT_BINARY is for another architecture.
PERFORMER ?= $(CLIENT_BINARY)
RECIPES := $(notdir $(wildcard examples/recipes/*))
# The time that `mutate` takes, and `fuzz` for each target, in seconds.
SECONDS ?= 30
# The number of cases of each law that `test` tries.
LAW_TESTS ?= 600
# The number of tests that run at a time. Most tests wait, but with more they starve each other.
# Swift before 6.3 does not have the option.
WIDTH_OPTION := --experimental-maximum-parallelization-width
TEST_WIDTH = $(if $(shell swift test --help-hidden 2>&1 | grep -e $(WIDTH_OPTION)),$(WIDTH_OPTION) 8)
# Refuses an import of a module that the target does not depend on (Scripts/check-imports has the rest).
DECLARED_IMPORTS := --explicit-target-dependency-import-check error
# Tests in Python, with Debian's interpreter, for which the packages are installed. K= chooses tests by words in
# their names.
PYTEST = PROGRAMS="$$(swift build $(RELEASE) --show-bin-path)" GESTURED_WEB="$(CURDIR)/$(WEB_BINARY)" \
	/usr/bin/python3 -m pytest $(if $(K),-k "$(K)")
C_FILES = $(shell git ls-files '*.c' '*.h')
SWIFT_FILES := Package.swift Sources Tests Fuzzing examples $(foreach part,Web Session,$(part)/Package.swift $(part)/Sources $(part)/Tests)

build: toolchain build-packages
	GESTURED_BUILD="$$(Scripts/describe-build)" swift build $(RELEASE)
	GESTURED_BUILD="$$(Scripts/describe-build)" swift build $(RELEASE_OPTIONS) --product gesturectl

# Prints gestures from the touchscreen; without one plays the demo, a recording of seven kinds of gestures.
# The build is for debugging: the compiler takes less than half as long as for a release, and a frame
# takes 0.1 ms, which no finger notices.
run: toolchain build-packages
	GESTURED_BUILD="$$(Scripts/describe-build)" swift build --product gestured
	@gestured="$$(swift build --show-bin-path)/gestured"; \
	if "$$gestured" --list-devices | grep -q '  touchscreen  '; then \
		echo "touch the screen; Ctrl-C ends" >&2; \
		exec "$$gestured" --dump; \
	fi; \
	exec "$$gestured" --replay share/demo.evemu --realtime --dump

# The allocations of gestures written in Swift, and what views cost, are counted on an optimised build, which
# also tries the laws of recognition.
test: toolchain build-packages test-packages
	GESTURED_BUILD="$$(Scripts/describe-build)" swift build $(RELEASE_OPTIONS) --product HotPathProbe
	GESTURED_BUILD="$$(Scripts/describe-build)" swift build $(RELEASE_OPTIONS) --product ViewProbe
	GESTURED_BUILD="$$(Scripts/describe-build)" swift build $(RELEASE_OPTIONS) --product LawProbe
	"$$(swift build $(RELEASE_OPTIONS) --show-bin-path)/LawProbe" --count $(LAW_TESTS)
	swift build --build-tests $(DECLARED_IMPORTS)
	rm -f $(WIRE_LINES)
	HOT_PATH_PROBE="$$(swift build $(RELEASE_OPTIONS) --show-bin-path)/HotPathProbe" \
		WIRE_LINES="$(CURDIR)/$(WIRE_LINES)" swift test --skip-build $(TEST_WIDTH)
	Scripts/check-protocol $(WIRE_LINES)

# The options of examples/Panels: static, as the guest runs it.
PANELS := -c release --package-path examples/Panels --static-swift-stdlib

# Tests the examples: packages in Swift that depend on this one, and clients of the daemon in other
# languages.
examples: build examples-packages example-builds
	swift test --package-path examples/Gestures --skip-build
	swift run --package-path examples/Gestures --skip-build
	swift test --package-path examples/Views --skip-build
	$(PYTEST) -n 3 Tests/ExampleTests

example-builds: toolchain build-packages
	swift build --package-path examples/Gestures --build-tests
	swift build --package-path examples/Views --build-tests
	swift build $(PANELS)

# The documentation of the libraries, for any web server, with its code compiled; and the pictures of docs/gestures.
docs: build test-packages
	Scripts/gesture-pictures "$$(swift build $(RELEASE) --show-bin-path)"
	Scripts/check-symbols --self-test
	for module in $(DOCUMENTED); do \
		swift build --target $$module --scratch-path $(DOCS) $(SYMBOL_GRAPHS) || exit 1; done
	Scripts/check-symbols $(DOCUMENTED:%=$(DOCS)/symbols/%*.symbols.json)
	Scripts/make-docs $(DOCS) $(DOCUMENTED)

# The demo recording (docs/recordings.md): what its lines give, with a name of its own.
demo: build
	rm -f .build/demo.evemu
	"$$(swift build $(RELEASE) --show-bin-path)/gesturectl" perform --script share/demo.touches \
		-o .build/demo.evemu
	sed 's/^N: .*/N: Demo Panel/' .build/demo.evemu >share/demo.evemu

# How much of labelled touches is recognised (docs/accuracy.md).
accuracy: build test-packages
	Scripts/accuracy "$$(swift build $(RELEASE) --show-bin-path)/gestured"
	Scripts/accuracy-strokes "$$(swift build $(RELEASE) --show-bin-path)/gestured"

# Serves 64 clients with ten fingers for a minute: checks every line, and measures the cost.
fan-out: build test-packages
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

# Runs the built programs on slightly wrong inputs (docs/fuzzing.md).
mutate: build test-packages
	Scripts/mutate --seconds $(SECONDS)

# Checks of the sources, each after its self-test; and scripts of which only the self-test runs.
CHECKS := $(addprefix Scripts/check-,c imports kinds words files swift-6.2 python docs protocol web-types)
SELF_TESTS := $(addprefix Scripts/,help-tables python-types install-packages prepare-toolchain accuracy \
	accuracy-strokes bench mutate) $(addprefix packaging/,pin-packages check-pages make-page make-release) Guest/boot

# The units are checked with the program that they start.
check: toolchain check-packages build
	swift format lint --strict --parallel --recursive $(SWIFT_FILES)
	clang-format --dry-run --Werror $(C_FILES)
	for script in $(CHECKS); do echo $$script && $$script --self-test && $$script || exit 1; done
	for script in $(SELF_TESTS); do echo $$script && $$script --self-test || exit 1; done
	Scripts/help-tables --check
	Scripts/python-types --check
	packaging/pin-packages --check
	packaging/make-page --check
	Scripts/law-faults --check
	Scripts/check-install
	Scripts/version --check
	programs="$$(swift build $(RELEASE) --show-bin-path)" && \
		Scripts/check-units --self-test "$$programs/gestured" && \
		Scripts/check-units "$$programs/gestured" && \
		Scripts/make-man-pages --check "$$programs" && \
		Scripts/make-completions --check "$$programs" && \
		Scripts/gesture-pictures --check "$$programs"

format: toolchain check-packages
	swift format --in-place --parallel --recursive $(SWIFT_FILES)
	clang-format -i $(C_FILES)

clean: toolchain
	swift package clean
	swift package --package-path examples/Gestures clean
	swift package --package-path examples/Views clean
	swift package --package-path examples/Panels clean

ABSOLUTE_PREFIX = case "$(BINDIR)" in /*) ;; *) \
	echo "cannot install into $(BINDIR): PREFIX is not an absolute path" >&2; exit 1;; esac
# Installs a file with this installation's names in place of @NAME@.
install-filled = sed 's|@BINDIR@|$(BINDIR)|;s|@WEBDIR@|$(WEBDIR)|;s|@GROUP@|$(TOUCHSCREEN_GROUP)|' $(1) | \
	install -D -m 0644 /dev/stdin "$(DESTDIR)$(2)"
RELOAD = $(if $(DESTDIR),,if [ -d /run/systemd/system ]; then systemctl daemon-reload; fi)

# Builds nothing, so that root needs no Swift: `make build && sudo make install`.
install:
	@$(ABSOLUTE_PREFIX)
	@case "$(TOUCHSCREEN_GROUP)" in [!a-z_]*|*[!a-z0-9_-]*) \
		echo "cannot name a group $(TOUCHSCREEN_GROUP)" >&2; exit 1;; esac
	@for program in "$(BINARY)" "$(CLIENT_BINARY)"; do test -x "$$program" || { \
		echo "cannot find $$program: it is not built yet" >&2; \
		echo "  Run make build, as yourself, or name a built program with BINARY=" \
			"(or CLIENT_BINARY= for gesturectl)" >&2; \
		exit 1; }; done
	install -D -m 0755 "$(BINARY)" "$(DESTDIR)$(BINDIR)/gestured"
	install -D -m 0755 "$(CLIENT_BINARY)" "$(DESTDIR)$(BINDIR)/gesturectl"
	install -D -m 0644 share/demo.evemu "$(DESTDIR)$(DATADIR)/demo.evemu"
	umask 022 && Scripts/make-live-page "$(DESTDIR)$(DATADIR)/live-page.html"
	umask 022 && Scripts/recipe-recordings "$(DESTDIR)$(DATADIR)/recordings" "$(PERFORMER)"
	install -D -m 0644 packaging/gestured.yaml "$(DESTDIR)$(DATADIR)/gestured.yaml"
	install -D -m 0644 packaging/sysusers.d/gestured.conf \
		"$(DESTDIR)$(SYSUSERSDIR)/gestured.conf"
	install -D -m 0644 systemd/gestured.socket "$(DESTDIR)$(UNITDIR)/gestured.socket"
	$(call install-filled,systemd/gestured.service,$(UNITDIR)/gestured.service)
	$(call install-filled,systemd/gesturectl-feedback@.service,$(UNITDIR)/gesturectl-feedback@.service)
	$(call install-filled,systemd/gesturectl.service,$(USERUNITDIR)/gesturectl.service)
ifneq ($(TOUCHSCREEN_GROUP),)
	$(call install-filled,packaging/touchscreens/udev.rules,$(GROUP_RULES))
	$(call install-filled,packaging/touchscreens/sysusers.conf,$(GROUP_SYSUSERS))
	$(call install-filled,packaging/touchscreens/service.conf,$(GROUP_UNIT))
ifeq ($(DESTDIR),)
	systemd-sysusers "$(GROUP_SYSUSERS)"
	udevadm control --reload && udevadm trigger --subsystem-match=input --settle
endif
endif
ifeq ($(DESTDIR),)
	systemd-sysusers "$(SYSUSERSDIR)/gestured.conf"
	$(RELOAD)
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
		"$(DESTDIR)$(DATADIR)/demo.evemu" "$(DESTDIR)$(DATADIR)/live-page.html" \
		$(RECIPES:%="$(DESTDIR)$(DATADIR)/recordings/%.evemu") \
		"$(DESTDIR)$(DATADIR)/gestured.yaml" \
		"$(DESTDIR)$(SYSUSERSDIR)/gestured.conf" \
		"$(DESTDIR)$(UNITDIR)/gestured.socket" "$(DESTDIR)$(UNITDIR)/gestured.service" \
		"$(DESTDIR)$(UNITDIR)/gesturectl-feedback@.service" \
		"$(DESTDIR)$(USERUNITDIR)/gesturectl.service" \
		"$(DESTDIR)$(GROUP_RULES)" "$(DESTDIR)$(GROUP_SYSUSERS)" "$(DESTDIR)$(GROUP_UNIT)"
	-rmdir "$(DESTDIR)$(DATADIR)/recordings"
	-rmdir "$(DESTDIR)$(DATADIR)"
	-rmdir "$(DESTDIR)$(UNITDIR)/gestured.service.d" 2>/dev/null
	$(RELOAD)

# Installs the packages of debian/control that a purpose needs; `build-packages` installs those of a build.
# Installing a broker or Prometheus starts it: only for machines that run only tests.
PURPOSES := test examples bench deb check web session fleet clients
.PHONY: $(PURPOSES:%=%-packages)
$(PURPOSES:%=%-packages):
	@Scripts/install-packages $(@:%-packages=%) $(if $(filter fleet-%,$@),$(if $(CI),broker))

build-packages:
	@Scripts/install-packages

toolchain:
	@Scripts/prepare-toolchain

# gestured-web, gestured-session, gestured-mqtt, the package for Python, the guest, the packages, and the nightly tests.
include Web/rules.mk Session/rules.mk Fleet/rules.mk Clients/rules.mk Guest/rules.mk packaging/rules.mk Scripts/nightly.mk
