"""YAML with locations: every problem has the line and the column of the fault."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
import difflib
from pathlib import Path
import re
from typing import Any, NamedTuple

import yaml


class Measure(NamedTuple):
    """A number with a unit: its form, the factor of each unit, and the form in words for messages."""

    pattern: re.Pattern[str]
    units: dict[str, float]
    expected: str


DURATION = Measure(re.compile(r"(\d+(?:\.\d+)?)(ms|s|min|h)"), {"ms": 0.001, "s": 1, "min": 60, "h": 3600},
                   "a time such as 10s, 5min or 24h")
SIZE = Measure(re.compile(r"(\d+)(KiB|MiB)"), {"KiB": 1024, "MiB": 1024 * 1024}, "a size such as 512KiB or 8MiB")
# In bytes. A configuration has a few hundred lines; a larger file is not a configuration, or an attack.
LARGEST_FILE = 256 * 1024


class ConfigurationError(Exception):
    """The faults of a file: `problems`, each a sentence with its location."""

    def __init__(self, problems: list[str]) -> None:
        super().__init__("\n".join(problems))
        self.problems = problems


class Section:
    """A mapping in the file. Members are consumed one by one; `finish` refuses those that were not."""

    def __init__(self, reader: Reader, node: Any, path: str | Path = "") -> None:
        self._reader = reader
        self._path = path
        self._node = node
        self._members: dict[str, Any] = {}
        self._known: list[str] = []
        if node is None:
            return
        if not isinstance(node, yaml.MappingNode):
            self.problem(node, "takes members, each with a value")
            return
        for key, value in node.value:
            name = key.value if isinstance(key, yaml.ScalarNode) else "?"
            if name in self._members:
                self.problem(key, f"{name} occurs twice")
            self._members[name] = (key, value)

    @property
    def is_given(self) -> bool:
        """Whether the file has this section."""
        return self._node is not None

    def name_of(self, member: str) -> str:
        """The member's path in messages, such as `broker.tls`."""
        return f"{self._path}.{member}" if self._path else member

    def problem(self, node: Any, text: str, member: str | None = None) -> None:
        """Records a problem at `node`, or at the section itself if `node` is None."""
        name = self.name_of(member) if member else self._path
        self._reader.problem(node or self._node, f"{name}: {text}" if name else text)

    def consume(self, member: str) -> Any:
        """The node of a member; None if it is missing or has no value."""
        self._known.append(member)
        _, node = self._members.get(member, (None, None))
        if isinstance(node, yaml.ScalarNode) and node.tag == "tag:yaml.org,2002:null":
            return None
        return node

    def remember(self, member: str) -> None:
        """Records the location of a member that names a file, for faults that are found when the file is read."""
        _, node = self._members[member]
        name = self.name_of(member)
        self._reader.places[name] = f"{self._reader.place(node)}: {name}"

    def has(self, member: str) -> bool:
        """Whether the file has the member; does not consume it."""
        return member in self._members

    def section(self, member: str) -> Section:
        """The section that is the value of a member."""
        return Section(self._reader, self.consume(member), self.name_of(member))

    def sections(self, member: str) -> list[Section] | None:
        """The sections of a list; None if the member is missing."""
        node = self.consume(member)
        if node is None:
            return None
        if not isinstance(node, yaml.SequenceNode):
            self.problem(node, "takes a list", member)
            return []
        return [Section(self._reader, each, f"{self.name_of(member)}[{index}]")
                for index, each in enumerate(node.value)]

    def _scalar(self, member: str, expected: str) -> tuple[Any, Any]:
        """The node of a member and its text; None and None if it is missing or not a scalar."""
        node = self.consume(member)
        if node is None:
            return None, None
        if not isinstance(node, yaml.ScalarNode):
            self.problem(node, f"takes {expected}", member)
            return None, None
        return node, node.value

    def text(self, member: str, default: Any = None, pattern: str | None = None, expected: str = "a text") -> Any:
        """A text; it must match `pattern` if there is one."""
        node, value = self._scalar(member, expected)
        if node is None:
            return default
        if pattern and not re.fullmatch(pattern, value):
            self.problem(node, f"{value!r} is not {expected}", member)
            return default
        return value

    def choice(self, member: str, keywords: Sequence[str], default: Any = None) -> Any:
        """One of the given keywords."""
        node, value = self._scalar(member, "a word")
        if node is None:
            return default
        if value not in keywords:
            self.problem(node, f"{value!r} is none of {', '.join(keywords)}{suggestion(value, keywords)}", member)
            return default
        return value

    def boolean(self, member: str, default: bool) -> bool:
        """true or false."""
        node, value = self._scalar(member, "true or false")
        if node is None:
            return default
        if node.tag != "tag:yaml.org,2002:bool":
            self.problem(node, f"{value!r} is neither true nor false", member)
            return default
        return str(value).lower() in ("true", "yes", "on")

    def integer(self, member: str, minimum: int, maximum: int, default: Any = None) -> Any:
        """A whole number within limits."""
        node, value = self._scalar(member, "a whole number")
        if node is None:
            return default
        if not re.fullmatch(r"\d{1,9}", value) or not minimum <= int(value) <= maximum:
            self.problem(node, f"{value!r} is not a whole number from {minimum} to {maximum}", member)
            return default
        return int(value)

    def duration(self, member: str, minimum: float, maximum: float, default: float) -> float:
        """A time with its unit, in seconds."""
        return self._measure(member, DURATION, (minimum, maximum), default)

    def size(self, member: str, minimum: float, maximum: float, default: float) -> int:
        """A size with its unit, in bytes."""
        return int(self._measure(member, SIZE, (minimum, maximum), default))

    def _measure(self, member: str, measure: Measure, limits: tuple[float, float], default: float) -> float:
        node, value = self._scalar(member, measure.expected)
        if node is None:
            return default
        match = measure.pattern.fullmatch(value)
        if not match:
            self.problem(node, f"{value!r} is not {measure.expected}", member)
            return default
        number = float(match[1]) * measure.units[match[2]]
        if not limits[0] <= number <= limits[1]:
            low, high = (format_limit(limit, measure.units) for limit in limits)
            self.problem(node, f"{value} is not from {low} to {high}", member)
            return default
        return number

    def texts(self, member: str, pattern: str = r".{1,64}", expected: str = "a name") -> list[str] | None:
        """The texts of a list; None if the member is missing."""
        node = self.consume(member)
        if node is None:
            return None
        if not isinstance(node, yaml.SequenceNode):
            self.problem(node, "takes a list, such as [a, b]", member)
            return None
        for each in node.value:
            if not isinstance(each, yaml.ScalarNode) or not re.fullmatch(pattern, each.value):
                self.problem(each, f"{getattr(each, 'value', '?')!r} is not {expected}", member)
        return [each.value for each in node.value if isinstance(each, yaml.ScalarNode)]

    def keywords(self, member: str, keywords: Sequence[str]) -> list[str] | None:
        """A list of some of the given keywords; None if the member is missing."""
        node = self.consume(member)
        if node is None:
            return None
        self._known.pop()
        values = self.texts(member) or []
        for value in values:
            if value not in keywords:
                self.problem(node, f"{value!r} is none of {', '.join(keywords)}{suggestion(value, keywords)}", member)
        return values

    def numbers(self, member: str, minimum: int, maximum: int) -> tuple[int, int] | None:
        """A range: the pair of a list [low, high], or a single number twice; None if the member is missing."""
        node = self.consume(member)
        if node is None:
            return None
        nodes = node.value if isinstance(node, yaml.SequenceNode) else [node]
        values = [int(each.value) for each in nodes
                  if isinstance(each, yaml.ScalarNode) and re.fullmatch(r"\d{1,3}", each.value)]
        if len(values) != len(nodes) or len(values) not in (1, 2) or values != sorted(values) \
                or not all(minimum <= value <= maximum for value in values):
            self.problem(node, f"takes a number from {minimum} to {maximum}, or two: [{minimum}, {maximum}]", member)
            return None
        return values[0], values[-1]

    def finish(self) -> None:
        """Records a problem for each member that was not consumed."""
        for name, (key, _) in self._members.items():
            if name not in self._known:
                self.problem(key, f"there is no member {name}{suggestion(name, self._known)}")


def suggestion(text: str, keywords: Sequence[str]) -> str:
    """The valid keyword closest to `text`, as the end of a sentence; empty if none is close."""
    close = difflib.get_close_matches(text, keywords, 1)
    return f"; did you mean {close[0]}?" if close else ""


def format_limit(number: float, units: Mapping[str, float]) -> str:
    """A limit in the largest unit of which it is a whole multiple."""
    for unit, factor in sorted(units.items(), key=lambda item: -item[1]):
        if number >= factor and number % factor == 0:
            return f"{number // factor:.0f}{unit}"
    return f"{number:g}"


class Reader:
    """One file and its problems."""

    def __init__(self, path: str | Path) -> None:
        self.path = str(path)
        self.problems: list[str] = []
        # The file, line, column and name of each member that names a file, by its name.
        self.places: dict[str, str] = {}

    def place(self, node: Any) -> str:
        """The file, and the line and column of a node."""
        mark = node.start_mark if node is not None else None
        return f"{self.path}:{mark.line + 1}:{mark.column + 1}" if mark else f"{self.path}:1:1"

    def problem(self, node: Any, text: str) -> None:
        """Records a problem at a node."""
        self.problems.append(f"{self.place(node)}: {text}")

    def root(self) -> Section:
        """Parses the file into its outermost mapping. Raises ConfigurationError."""
        try:
            with open(self.path, encoding="utf-8") as file:
                text = file.read(LARGEST_FILE + 1)
        except (OSError, UnicodeDecodeError) as error:
            reason = getattr(error, "strerror", None) or "it is not UTF-8"
            raise ConfigurationError([f"cannot read {self.path}: {reason}"]) from None
        if len(text) > LARGEST_FILE:
            raise ConfigurationError([f"{self.path}: it has more than {LARGEST_FILE // 1024} KiB"])
        try:
            # No aliases: with them a small file expands to a huge one.
            if any(isinstance(event, yaml.AliasEvent) for event in yaml.parse(text, yaml.SafeLoader)):
                raise ConfigurationError([f"{self.path}: aliases (*name) are not taken"])
            node = yaml.compose(text, yaml.SafeLoader)
        except yaml.MarkedYAMLError as error:
            mark = error.problem_mark or error.context_mark
            position = f":{mark.line + 1}:{mark.column + 1}" if mark else ""
            raise ConfigurationError([f"{self.path}{position}: {error.problem or error.context}"]) from None
        except (yaml.YAMLError, RecursionError) as error:
            raise ConfigurationError([f"{self.path}: {str(error).splitlines()[0]}"]) from None
        return Section(self, node)

    def finish(self) -> None:
        """Raises ConfigurationError if problems were recorded."""
        if self.problems:
            raise ConfigurationError(self.problems)
