"""examples/kiosk-test in the guest, if its image has Chromium (GUEST_PACKAGES=chromium)."""

import contextlib
import subprocess

from client import expect
from service import wait_until

EXAMPLE, PAGES, PROGRAM = "/share/kiosk-test", "/share/pages", "/share/gestured-web"
# Emulated, everything takes longer: Chromium needs up to two minutes to start.
ENVIRONMENT = {
    "PATH": "/usr/bin:/bin", "HOME": "/root", "PYTHONDONTWRITEBYTECODE": "1", "PAUSE": "5s", "START": "600",
    # The guest has no names of hosts.
    "PAGE": "http://127.0.0.1:8080/page.html"}


def reachable(port):
    """Whether a program accepts connections."""
    return subprocess.run(["socat", "-u", "OPEN:/dev/null", f"TCP:127.0.0.1:{port}"],
                          capture_output=True, check=False).returncode == 0


@contextlib.contextmanager
def serving(port, *command):
    """A server, until the block ends."""
    server = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        wait_until(lambda: reachable(port), command[0], within=120)
        yield
    finally:
        server.kill()
        server.wait()


def test_the_example_swipes_and_pinches_a_page_in_chromium():
    pages = ["python3", "-m", "http.server", "--bind", "127.0.0.1", "--directory", PAGES, "8080"]
    with serving(8765, PROGRAM, "--origin", "http://127.0.0.1:8080"), serving(8080, *pages):
        done = subprocess.run(
            ["python3", "-m", "pytest", "-q", "-p", "no:cacheprovider", "--durations=0", EXAMPLE],
            capture_output=True, text=True, timeout=1_000, check=False, env=ENVIRONMENT)
    print(done.stdout)
    expect(done.returncode == 0, done.stdout + done.stderr)
