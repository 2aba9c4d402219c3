# The package for Python (docs/python.md) and the judge of clients (docs/judge.md); ../Makefile includes this file.

.PHONY: clients clients-test nightly-qt install-python uninstall-python

# The wheel and the source distribution, in .build/clients, made of a copy: setuptools writes beside the sources.
CLIENTS := .build/clients
clients: clients-packages
	rm -rf $(CLIENTS)
	mkdir -p $(CLIENTS)
	cp -RL Clients/python $(CLIENTS)/tree
	cd $(CLIENTS)/tree && SOURCE_DATE_EPOCH="$$(git -C $(CURDIR) log -1 --format=%ct)" /usr/bin/python3 -c \
		'from setuptools import build_meta as build; build.build_wheel(".."); build.build_sdist("..")' >../log 2>&1 \
		|| { cat ../log >&2; exit 1; }
	rm -rf $(CLIENTS)/tree $(CLIENTS)/log
	ls $(CLIENTS)

# Tests the package, and judges the clients of this repository.
clients-test: build web clients
	$(PYTEST) -n 3 Clients/Tests

# Judges the class of examples/qt, since Qt is large.
nightly-qt:
	@Scripts/install-packages qt
	Clients/Tests/qt/judge

# Installs the package for the system's Python, and gestured-judge, which need no build. Below another prefix than /usr,
# Debian's Python looks for packages in a folder of its version.
PYTHONDIR ?= $(PREFIX)/lib/$(if $(filter /usr,$(PREFIX)),python3,$(shell /usr/bin/python3 -c \
	'import sys; print("python%d.%d" % sys.version_info[:2])'))/dist-packages
install-python:
	@$(ABSOLUTE_PREFIX)
	install -D -m 0755 Clients/gestured-judge "$(DESTDIR)$(BINDIR)/gestured-judge"
	install -D -m 0644 -t "$(DESTDIR)$(PYTHONDIR)/gestured" Clients/python/gestured/*.py Clients/python/gestured/py.typed
	install -D -m 0644 -t "$(DESTDIR)$(PYTHONDIR)/gestured/judge" Clients/python/gestured/judge/*.py

uninstall-python:
	rm -f "$(DESTDIR)$(BINDIR)/gestured-judge"
	rm -rf "$(DESTDIR)$(PYTHONDIR)/gestured"
