"""Configurations that are slightly wrong, and some that are correct."""

import re

from . import bytes as any_bytes

# A member with a value of one word; a # directly before it may switch it off.
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
    places = list(OFF.finditer(data))
    if not places:
        return data
    first = random.randrange(len(places))
    for place in reversed(places[first:first + random.choice((1, 3, 10, 40))]):
        # The beginning of an entry keeps its column.
        data = data[:place.start()] + place[1] + data[place.end():]
    return data


def switch_off(random, data, _):
    lines = data.split(b"\n")
    at = random.randrange(len(lines))
    lines[at] = b"# " + lines[at]
    return b"\n".join(lines)


def put_word(random, data, words):
    places = list(re.finditer(rb"[\w.]+", data))
    if not places:
        return data
    place = random.choice(places)
    other = random.choice([*words, *any_bytes.INTERESTING, b""])
    return data[:place.start()] + other + data[place.end():]


def repeat_lines(random, data, _):
    lines = data.split(b"\n")
    at = random.randrange(len(lines))
    return b"\n".join(lines[:at] + lines[at:at + random.choice((1, 5, 30))] + lines[at:])


CHANGES = (change_value, change_value, change_value, change_value, switch_on, switch_off, put_word)


def mutate(random, material):
    """Makes a few changes; most faults are refused, so most cases start from accepted
    configurations only."""
    # The first has every member.
    data = random.choice(material.configurations[:1] * 2 + material.right + material.configurations)
    kind = random.random()
    if kind < 0.15:
        return any_bytes.mutate(random, data, material.configurations)
    changes = CHANGES[:5] if kind < 0.75 else (*CHANGES, repeat_lines)
    for _ in range(random.choice((1, 1, 2, 4))):
        data = random.choice(changes)(random, data, material.words)
    return data
