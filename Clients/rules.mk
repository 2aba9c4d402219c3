# The package for Python (docs/python.md) and the judge of clients (docs/judge.md); ../Makefile includes this file.

.PHONY: clients clients-test

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
