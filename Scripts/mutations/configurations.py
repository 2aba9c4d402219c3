"""Configurations that are slightly wrong, and some that are correct."""

import re

from . import bytes as any_bytes

# A member with a value of one word, perhaps switched off by a # directly before it.
MEMBER = re.compile(rb"^(?P<lead> *(?:#? *-? *)?[a-z_]+: +)(?P<value>[^\s#{\[\"'][^\s#]*)", re.M)
OFF = re.compile(rb"^( *)#(?=[a-z_-])", re.M)
NUMBER = re.compile(rb"^(-?[\d.]+)([a-z/]*)$")
SMALL = (0, 0.1, 0.5, 1, 2, 3, 5, 8, 10, 64, 100, 255, 300, 1000, 3600)


def other_value(random, value, words):
    if value in (b"true", b"false"):
        return b"false" if value == b"true" else b"true"
    if match := NUMBER.match(value):
        chosen = random.choice(SMALL)
        return (f"{chosen:g}").encode() + match[2]
    return random.choice(words) if random.random() < 0.5 else value


def change_value(random, data, words):
    members = list(MEMBER.finditer(data))
    if not members:
        return data
    member = random.choice(members)
    other = other_value(random, member["value"], words)
    return data[:member.start("value")] + other + data[member.end("value"):]


def switch_on(random, data, _):
    """Enables several consecutive members that were switched off."""
    members = list(OFF.finditer(data))
    if not members:
        return data
    first = random.randrange(len(members))
    for member in reversed(members[first:first + random.choice((1, 3, 10, 40))]):
        # Without the #, but at the same indentation.
        data = data[:member.start()] + member[1] + data[member.end():]
    return data


def switch_off(random, data, _):
    lines = data.split(b"\n")
    at = random.randrange(len(lines))
    lines[at] = b"# " + lines[at]
    return b"\n".join(lines)


def replace_word(random, data, words):
    matches = list(re.finditer(rb"[\w.]+", data))
    if not matches:
        return data
    match = random.choice(matches)
    other = random.choice([*words, *any_bytes.INTERESTING, b""])
    return data[:match.start()] + other + data[match.end():]


def repeat_lines(random, data, _):
    lines = data.split(b"\n")
    at = random.randrange(len(lines))
    return b"\n".join(lines[:at] + lines[at:at + random.choice((1, 5, 30))] + lines[at:])


CHANGES = (change_value, change_value, change_value, change_value, switch_on, switch_off, replace_word)


def mutate(random, material):
    """Makes a few changes. Valid configurations are chosen more often, and values are changed more often
    than other text: most other cases would be refused at once."""
    # The first configuration has every member.
    data = random.choice(material.configurations[:1] * 2 + material.valid + material.configurations)
    kind = random.random()
    if kind < 0.15:
        return any_bytes.mutate(random, data, material.configurations)
    changes = CHANGES[:5] if kind < 0.75 else (*CHANGES, repeat_lines)
    for _ in range(random.choice((1, 1, 2, 4))):
        data = random.choice(changes)(random, data, material.words)
    return data
