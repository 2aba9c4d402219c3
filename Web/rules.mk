# The targets of gestured-web (docs/web.md); ../Makefile includes this file.

.PHONY: web live-page web-builds web-test web-fan-out nightly-web-fan-out install-web uninstall-web

WEB_RELEASE := -c release --package-path Web --static-swift-stdlib
WEB_BINARY ?= Web/.build/release/gestured-web
WEBDIR ?= $(PREFIX)/share/gestured-web

web: toolchain
	GESTURED_BUILD="$$(Scripts/describe-build)" swift build $(WEB_RELEASE) --product gestured-web

# The live page with its demo in one file, for a browser or for any site (docs/live-page.md).
live-page:
	Scripts/make-live-page .build/live-page/index.html
	@echo "To see it: xdg-open .build/live-page/index.html"

web-builds: web
	swift build --package-path Web --build-tests

# Runs the unit tests, then the server with a daemon, then its pages in a browser.
web-test: build web-packages web-builds
	swift test --package-path Web --skip-build
	$(PYTEST) Web/Tests/Server
	$(PYTEST) Web/Tests/Browser

# Sends a minute of ten fingers to 64 pages: checks every line, and measures the cost.
web-fan-out: build web web-packages
	Web/Tests/Server/fan-out "$$(swift build $(RELEASE) --show-bin-path)/gestured" $(WEB_BINARY)

nightly-web-fan-out: web-fan-out

# Independent of `install`: `make web && sudo make install-web`.
install-web:
	@test -x "$(WEB_BINARY)" || { \
		echo "cannot find $(WEB_BINARY): it is not built yet" >&2; \
		echo "  Run make web, as yourself, or name a built program with WEB_BINARY=" >&2; exit 1; }
	install -D -m 0755 "$(WEB_BINARY)" "$(DESTDIR)$(BINDIR)/gestured-web"
	install -d -m 0755 "$(DESTDIR)$(WEBDIR)"
	if [ -d Web/Pages ]; then install -m 0644 -t "$(DESTDIR)$(WEBDIR)" Web/Pages/*; fi
	install -D -m 0644 systemd/gestured-web.socket "$(DESTDIR)$(UNITDIR)/gestured-web.socket"
	$(call install-filled,systemd/gestured-web.service,$(UNITDIR)/gestured-web.service)
ifeq ($(DESTDIR),)
	$(RELOAD)
	@echo "gestured-web sends gestures to every account of this machine (docs/web.md). To start it anyway:"
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
