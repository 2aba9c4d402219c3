# The guest (docs/guest.md); included by ../Makefile.

.PHONY: guest-test guest-programs guest-packages nightly-guest-packages nightly-guest-arm64
.PHONY: nightly-guest-kernel nightly-guest-apparmor guest-measure guest-session guest-wake
.PHONY: nightly-session-wake nightly-session-lock nightly-session-kill nightly-session-layouts nightly-session-trixie

# Runs the tests that need a real kernel, in a Debian guest, which is built once (docs/guest.md). HID=
# names a capture of hid-recorder, or a folder of captures, which the guest plays instead.
guest-test: build test-packages guest-programs
	Guest/test $(if $(HID),--hid "$(HID)")

# Builds the programs that the guest runs in addition to the installed ones.
guest-programs: toolchain build-packages
	GESTURED_BUILD="$$(Scripts/describe-build)" swift build $(RELEASE_OPTIONS) --product SlotProbe
	swift build $(PANELS)

# Installs, upgrades and purges the packages in the guest, a clean Debian 12. The packages have the
# programs of `build`, which are not compiled again.
guest-packages: build web session deb-packages test-packages
	install -D -t .build/programs $(WEB_BINARY) $(SESSION_BINARY) \
		"$$(swift build $(RELEASE) --show-bin-path)/gestured" \
		"$$(swift build $(RELEASE) --show-bin-path)/gesturectl"
	packaging/build-packages --to .build/deb-of-build --programs .build/programs
	Guest/packages .build/deb-of-build

# Tests the packages of `make deb` in the guest, on Debian 12 and 13, and on Debian 13 for arm64.
nightly-guest-packages: deb test-packages
	Guest/packages
	GUEST_RELEASE=trixie Guest/packages

nightly-guest-arm64: build deb-packages test-packages
	ARCH=arm64 packaging/build-packages
	GUEST_ARCH=arm64 GUEST_RELEASE=trixie Guest/packages

# `guest-test` on the kernel of Debian 13, and with the service confined by AppArmor.
nightly-guest-kernel: build test-packages guest-programs
	GUEST_KERNEL=trixie Guest/test

nightly-guest-apparmor: build test-packages guest-programs
	GUEST_LSM=apparmor Guest/test

# Tests gestured-session under sway. Nightly with more rounds, in parts of less than an hour, and
# with the sway of Debian 13.
guest-session: build session test-packages guest-programs
	Guest/session

# Twenty touches that wake, of guest-session.
guest-wake: build session test-packages guest-programs
	Guest/session touch_that_wakes_presses

nightly-session-wake: build session test-packages guest-programs
	Guest/session --full touch_that_wakes

nightly-session-lock: build session test-packages guest-programs
	Guest/session --full near_a_change lock zone confined unit

nightly-session-kill: build session test-packages guest-programs
	Guest/session --full killed

nightly-session-layouts: build session test-packages guest-programs
	Guest/session --full layouts

nightly-session-trixie: build session test-packages guest-programs
	GUEST_RELEASE=trixie Guest/session

# Compares gestured with lisgd and libinput, with a clock that counts instructions (docs/performance.md).
guest-measure: build guest-programs
	Guest/measure
