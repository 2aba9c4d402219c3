"""Code that the checks of the sources share: files, functions, and the run of their samples."""

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

# Declarations with a body, found by indentation, which swift format and clang-format enforce.
SWIFT_BODY = re.compile(
    r"( *)(?:(?:@\w+(?:\([^)]*\))?|[a-z]+(?:\([a-z]+\))?) +)*(?:(?:func|init|deinit|subscript|var)\b|"
    r"(?:get|set|_read|_modify|willSet|didSet|unsafeAddress|unsafeMutableAddress)\b.*\{$)")
C_BODY = re.compile(r"()[a-z][^;=]*\(")


def files(*patterns):
    """The text of each file that is or could be committed, by its path below the repository."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard", "--", *patterns],
        cwd=ROOT, check=True, capture_output=True, text=True).stdout.split("\0")
    paths = [path for path in listed if (ROOT / path).is_file() and not (ROOT / path).is_symlink()]
    return {path: (ROOT / path).read_text(encoding="utf-8", errors="replace") for path in paths}


def sources(*patterns):
    """The files of Sources, without the code of tutorials, which their readers write."""
    return {path: text for path, text in files(*patterns or ["Sources"]).items() if ".docc/" not in path}


def uncommented(text):
    """The text of a file of Swift without its comments."""
    return re.sub(r"//.*", "", text)


def bodies(path, text):
    """Every function of a file: its line, its signature, and the lines of its body."""
    head = SWIFT_BODY if path.endswith(".swift") else C_BODY
    lines = text.split("\n")
    for at, line in enumerate(lines):
        if not (match := head.match(line)):
            continue
        if line.endswith("}") and "{" in line:
            yield at + 1, line, []
            continue
        indent = match[1]
        begin = at
        # The rest of a signature is indented, except for the parenthesis that ends it.
        while begin + 1 < len(lines) and not lines[begin].endswith("{"):
            if begin > at and not re.match(rf"{indent}(?: |\))", lines[begin]):
                break
            begin += 1
        if not lines[begin].endswith("{"):
            continue
        end = next((number for number in range(begin + 1, len(lines))
                    if lines[number].startswith(indent + "}")), begin)
        yield at + 1, "\n".join(lines[at:begin + 1]), lines[begin + 1:end]


def is_self_test():
    """Whether the samples are checked instead of the files of the repository."""
    return sys.argv[1:] == ["--self-test"]


def run(problems, samples, checked):
    """Prints what `problems` (path, text) finds in the files, and exits 1.

    With --self-test, runs the samples in their place: path, text, and a part of the complaints; None if
    there must be no complaint.
    """
    if is_self_test():
        for path, text, expected in samples:
            found = "\n".join(problems(path, text))
            if found if expected is None else expected not in found:
                sys.exit(f"self-test: {path} with {text[:60]!r}: expected {expected!r}, found {found!r}")
        return
    found = [problem for path, text in checked.items() for problem in problems(path, text)]
    if not checked:
        sys.exit(f"{Path(sys.argv[0]).name}: git lists no files")
    if found:
        sys.exit("\n".join(found))
