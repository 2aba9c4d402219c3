# make run, make test, make check: everything that is needed is installed first (apt-get).

.PHONY: build run test check format clean build-packages test-packages check-packages toolchain

BUILD_PACKAGES := libevdev-dev libudev-dev libyaml-dev pkg-config
# The demo recording and the workloads are written by scripts.
TEST_PACKAGES := python3
CHECK_PACKAGES := python3 clang-format systemd
# Linked in, so that the program runs where no Swift is installed.
RELEASE := -c release --product gestured --static-swift-stdlib
C_FILES = $(shell git ls-files '*.c' '*.h')

build: toolchain build-packages
	swift build $(RELEASE)

# The demo: a recording with one of each gesture, at its own pace.
run: build
	"$$(swift build $(RELEASE) --show-bin-path)/gestured" \
		--replay share/demo.evemu --realtime --dump

# What a frame allocates is counted on an optimised build.
test: toolchain build-packages test-packages
	swift build -c release --product HotPathProbe
	swift build --build-tests
	HOT_PATH_PROBE="$$(swift build -c release --show-bin-path)/HotPathProbe" \
		swift test --skip-build

# The units are checked with the program that they start.
check: toolchain check-packages build
	swift format lint --strict --parallel --recursive Package.swift Sources Tests
	clang-format --dry-run --Werror $(C_FILES)
	Scripts/check-imports --self-test
	Scripts/check-imports
	Scripts/check-files --self-test
	Scripts/check-files
	Scripts/check-docs --self-test
	Scripts/check-docs
	binary="$$(swift build $(RELEASE) --show-bin-path)/gestured" && \
		Scripts/check-units --self-test "$$binary" && \
		Scripts/check-units "$$binary"

format: toolchain check-packages
	swift format --in-place --parallel --recursive Package.swift Sources Tests
	clang-format -i $(C_FILES)

clean: toolchain
	swift package clean

build-packages:
	@Scripts/install-packages $(BUILD_PACKAGES)

test-packages:
	@Scripts/install-packages $(TEST_PACKAGES)

check-packages:
	@Scripts/install-packages $(CHECK_PACKAGES)

toolchain:
	@command -v swift >/dev/null || { \
		echo "cannot find swift on PATH" >&2; \
		echo "  Install Swift 6.3 (https://www.swift.org/install/linux), and add its" \
			"usr/bin to PATH." >&2; \
		exit 1; }
