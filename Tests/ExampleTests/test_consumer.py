"""Another package uses a library of this one by URL: what it fetches, what it can use, and its warnings."""

import json
import re
import shutil
import subprocess
from pathlib import Path

from scene import expect

ROOT = Path(__file__).resolve().parents[2]
LIBRARIES = {"TouchCore", "TouchViews", "TouchDevices", "GestureClient"}
PROGRAMS = {"gestured", "gesturectl"}
# A package of another time: Swift 5's mode, in which the checks of concurrency are warnings.
MANIFEST = """\
// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "Consumer",
    dependencies: [.package(url: "%s", revision: "%s", traits: [])],
    targets: [
        .executableTarget(
            name: "Consumer", dependencies: [.product(name: "TouchViews", package: "gestured")],
            swiftSettings: [.swiftLanguageMode(.v5)])
    ])
"""


def swift(*arguments, timeout=900):
    """Runs SwiftPM; returns its output."""
    done = subprocess.run(["swift", *map(str, arguments)], capture_output=True, text=True, timeout=timeout, check=False)
    expect(done.returncode == 0, f"{arguments} failed: {done.stdout[-3000:]}{done.stderr[-3000:]}")
    return done.stdout + done.stderr


def test_products_are_only_those_for_other_packages():
    """Libraries for other packages, and the programs; nothing of the tests."""
    manifest = json.loads(swift("package", "--package-path", ROOT, "dump-package"))
    products = {each["name"] for each in manifest["products"]}
    expect(products == LIBRARIES | PROGRAMS, f"the products are {products}")
    expect([each["platformName"] for each in manifest["platforms"]] == ["linux"], "the platform is not stated")


def test_a_package_that_names_a_commit_fetches_only_its_dependencies():
    """TouchViews by URL and revision, without traits; built with complete checks of concurrency, and run."""
    # In one place, because SwiftPM keeps a copy of each URL. The folder has the name of the package, like a
    # repository.
    folder = ROOT / ".build/consumer"
    shutil.rmtree(folder, ignore_errors=True)
    origin, package = folder / "gestured", folder / "Consumer"
    subprocess.run(["git", "clone", "-q", "--bare", ROOT, origin], check=True)
    revision = subprocess.run(
        ["git", "-C", ROOT, "rev-parse", "HEAD"], capture_output=True, text=True, check=True).stdout.strip()
    sources = package / "Sources/Consumer"
    sources.mkdir(parents=True)
    (package / "Package.swift").write_text(MANIFEST % (origin.as_uri(), revision))
    source = (Path(__file__).parent / "Consumer/Consumer.swift").read_text()
    (sources / "Consumer.swift").write_text(source)
    printed = swift("build", "--package-path", package, "-Xswiftc", "-strict-concurrency=complete")
    warnings = re.findall(r"^.*warning:.*$", printed, re.M)
    expect(not warnings, f"the compiler warns: {warnings}")
    pins = json.loads((package / "Package.resolved").read_text())["pins"]
    fetched = {each["identity"] for each in pins}
    expect(fetched == {"gestured", "swift-numerics"}, f"it fetches {fetched}")
    program = subprocess.run(
        [package / ".build/debug/Consumer"], capture_output=True, text=True, timeout=60, check=True)
    expect(program.stdout == "dragged by 45.0, true\nflicked by 45.0\ntapped\n", f"it prints {program.stdout!r}")
