# The targets of gestured-session (docs/session.md); ../Makefile includes this file.

.PHONY: session session-builds session-test nightly-session-nested install-session uninstall-session

SESSION_RELEASE := -c release --package-path Session --static-swift-stdlib
SESSION_BINARY ?= Session/.build/release/gestured-session

session: toolchain session-packages
	GESTURED_BUILD="$$(Scripts/describe-build)" swift build $(SESSION_RELEASE) --product gestured-session

session-builds: session
	swift build --package-path Session --build-tests

# Runs the unit tests, then the program between a compositor and a daemon of the tests.
session-test: build test-packages session-builds
	swift test --package-path Session --skip-build
	GESTURED_SESSION="$(CURDIR)/$(SESSION_BINARY)" $(PYTEST) -n 4 Session/Tests/Program

# Under the compositors of Debian 12 and 13, as root.
nightly-session-nested: build session test-packages
	Session/Tests/Nested/run

# Independent of `install`: `make session && sudo make install-session`.
install-session:
	@test -x "$(SESSION_BINARY)" || { \
		echo "cannot find $(SESSION_BINARY): it is not built yet" >&2; \
		echo "  Run make session, as yourself, or name a built program with SESSION_BINARY=" >&2; exit 1; }
	install -D -m 0755 "$(SESSION_BINARY)" "$(DESTDIR)$(BINDIR)/gestured-session"
	$(call install-filled,systemd/gestured-session.service,$(USERUNITDIR)/gestured-session.service)
ifeq ($(DESTDIR),)
	@echo "Each user who wants it chooses what it keeps, and enables it (docs/session.md):"
	@echo "  systemctl --user enable --now gestured-session"
endif

uninstall-session:
	rm -f "$(DESTDIR)$(BINDIR)/gestured-session" "$(DESTDIR)$(USERUNITDIR)/gestured-session.service"
