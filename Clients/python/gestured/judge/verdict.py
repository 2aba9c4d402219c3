"""What a client must print in a scenario, and the first difference from that."""

from __future__ import annotations

import json
import math
from typing import Any

from .lines import LAST, Line

# Members of a line that a client need not print.
IGNORED = ("seq", "reason")
# The members by which a printed gesture is found.
KEY = ("name", "phase", "id")


class Wrong(Exception):
    """A difference, as a sentence."""


class Expectation:
    """The gestures of a scenario in their order. Compares them with the lines that a client prints."""

    def __init__(self) -> None:
        self._steps: list[tuple[Line, bool]] = []
        # Gestures that began and did not end: their end may come in any order, with any reason.
        self._active: dict[int, Line] = {}
        self.is_complete = False

    def add(self, line: Line, is_optional: bool = False) -> None:
        """Adds a line that was sent. A client may skip an optional line: one with a keyword of a later protocol."""
        if line["type"] != "gesture":
            return
        self._steps.append((line, is_optional))
        if line["phase"] in ("began", "changed"):
            self._active[line["id"]] = line
        else:
            self._active.pop(line["id"], None)

    def connection_ended(self) -> None:
        """The active gestures end: a client that prints each phase prints their ends."""
        for line in self._active.values():
            self._steps.append(({**line, "phase": "cancelled", "is_made_by_client": True}, False))
        self._active = {}

    def check(self, printed: list[str], is_text: bool) -> bool:
        """Compares the lines printed so far; returns whether the last gesture is among them. Raises Wrong at a
        difference."""
        found = [each for text in printed if (each := parsed_text(text) if is_text else parsed(text)) is not None]
        steps = [step for step in self._steps if not is_text or is_printed_as_text(step[0])]
        is_complete = False
        for each in found:
            if is_complete:
                raise Wrong(f"printed {described(each, is_text)} after the last gesture")
            steps = self._follow(steps, each, is_text)
            is_complete = each.get("name") == LAST
        return is_complete

    def _follow(self, steps: list[tuple[Line, bool]], found: Line, is_text: bool) -> list[tuple[Line, bool]]:
        """The steps that are left after a printed gesture."""
        for index, (line, is_optional) in enumerate(steps):
            if is_same(line, found, is_text):
                return steps[:index] + steps[index + 1:] if line.get("is_made_by_client") else steps[index + 1:]
            if not is_optional and not line.get("is_made_by_client"):
                break
            if line.get("is_made_by_client") and found.get("phase") != "cancelled":
                raise Wrong(f"{described(line, is_text)} was active when the connection ended; "
                            f"printed before its end: {described(found, is_text)}")
        wanted = next((line for line, is_optional in steps if not is_optional), None)
        if wanted is not None and not is_text and all(found.get(name) == wanted[name] for name in KEY):
            name = next(name for name in sorted((wanted.keys() & found.keys()) - set(IGNORED))
                        if not is_equal(found[name], wanted[name]))
            raise Wrong(f"{described(found, is_text)}: {name} is {json.dumps(found[name])[:100]}, "
                        f"not {json.dumps(wanted[name])[:100]}")
        raise Wrong(f"expected {described(wanted, is_text) if wanted else 'nothing'}, "
                    f"printed {described(found, is_text)}")


def parsed(text: str) -> Line | None:
    """The gesture of a printed line; None if the line is not a printed gesture."""
    try:
        line = json.loads(text)
    except ValueError:
        raise Wrong(f"printed a line that is not JSON: {text[:120]!r}") from None
    if not isinstance(line, dict) or line.get("type") != "gesture":
        return None
    return line


def parsed_text(text: str) -> Line | None:
    """The gesture of a line `NAME WORD`."""
    name, _, word = text.partition(" ")
    return {"name": name, "word": word.strip()}


def is_printed_as_text(line: Line) -> bool:
    """Whether a program that prints only ended gestures prints this one."""
    return bool(line["phase"] == "ended")


def is_same(line: Line, found: Line, is_text: bool) -> bool:
    """Whether a printed gesture is that of a line: each printed member has the value of the line."""
    if is_text:
        return found == {"name": line["name"], "word": str(line.get("direction", line.get("count", "")))}
    if any(found.get(name) != line[name] for name in KEY):
        return False
    compared = ("gesture", "zone", "device", "fingers") if line.get("is_made_by_client") else line.keys()
    return all(is_equal(found[name], line[name]) for name in compared if name in found and name not in IGNORED)


def is_equal(found: Any, sent: Any) -> bool:
    """Whether a printed value is the one sent: a printed part may lack members, and a number be a double."""
    if isinstance(found, dict) and isinstance(sent, dict):
        return all(name in sent and is_equal(value, sent[name]) for name, value in found.items())
    if isinstance(found, list) and isinstance(sent, list):
        return len(found) == len(sent) and all(map(is_equal, found, sent))
    if isinstance(sent, (int, float)) and not isinstance(sent, bool):
        return type(found) in (int, float) and math.isclose(found, sent, rel_tol=1e-12)
    return bool(found == sent)


def described(line: Line, is_text: bool) -> str:
    """A gesture for a person."""
    if is_text:
        return f"{line['name']} {line.get('word', line.get('direction', line.get('count', '')))}".strip()
    return f"{line.get('name')} {line.get('phase')} (id {line.get('id')})"
