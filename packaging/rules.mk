# Debian packages and releases (docs/install.md); part of the Makefile above.

.PHONY: deb release committed apt-repository try-packages nightly-try-packages nightly-try-upgrade nightly-arm64
.PHONY: nightly-reproducible

# Debian packages of the working tree, in .build/deb (docs/install.md), with the versions of Swift
# packages that releases are tested with; with UNPINNED=1 other versions. ARCH=arm64 builds for arm64.
deb: toolchain build-packages deb-packages
	ARCH=$(ARCH) packaging/build-packages
	lintian --fail-on error,warning .build/deb$(if $(filter arm64,$(ARCH)),-arm64)/*.changes
	packaging/check-hardening .build/deb$(if $(filter arm64,$(ARCH)),-arm64)
	packaging/check-pages .build/deb$(if $(filter arm64,$(ARCH)),-arm64)/*.deb

# The files of a release of the commit, in .build/dist, with a page; and an apt repository in .build/apt,
# signed with gpg's KEY. Packages for arm64 are included if they are built: make deb ARCH=arm64. With KEY,
# `release` makes the repository first, and the page names its key.
release: committed $(if $(KEY),apt-repository,deb)
	packaging/make-release

# Installs the built packages in roots of other systems, as root; the page of the release has the results.
try-packages nightly-try-packages: deb
	packaging/try-packages .build/deb

# Upgrades from packages whose configuration was a conffile, without a terminal, as root.
nightly-try-upgrade: deb
	packaging/try-upgrade .build/deb

committed:
	packaging/make-release --check

apt-repository: deb
	@test -n "$(KEY)" || { echo "cannot sign: KEY= names no key of gpg" >&2; exit 1; }
	@Scripts/install-packages apt
	packaging/make-apt-repository "$(KEY)" .build/apt .build/deb/*.deb \
		$(wildcard .build/deb-arm64/*_$(shell Scripts/version)_arm64.deb)

# Builds the packages for arm64, with Debian's own Swift, and checks that every recording gives the
# same lines as on this machine.
nightly-arm64: build deb-packages
	ARCH=arm64 packaging/build-packages
	lintian --fail-on error,warning .build/deb-arm64/*.changes
	packaging/check-hardening .build/deb-arm64
	Scripts/arm64-replays .build/deb-arm64
	Scripts/arm-frames

nightly-reproducible: toolchain build-packages deb-packages
	@Scripts/install-packages reproducible
	packaging/deb-reproducible
