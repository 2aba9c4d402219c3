"""The promises that every stream of lines keeps (docs/protocol.md). Used by mutate, endurance and fail-each."""

import json

DISCRETE = ("tap", "swipe", "stroke", "screen_reader")
UNNUMBERED = ("hello", "reply", "bye")


def once(pairs):
    """The members of an object, none of which may occur twice."""
    names = [name for name, _ in pairs]
    if len(set(names)) != len(names):
        raise ValueError(f"a member occurs twice in {names}")
    return dict(pairs)


def constant(name):
    raise ValueError(f"{name} is not a number")


class Stream:
    """The state of one stream of lines."""

    def __init__(self):
        self.alive, self.known, self.times, self.count = {}, set(), {}, 0

    def check(self, text):
        """The faults of the next line, a sentence each."""
        try:
            line = json.loads(text, object_pairs_hook=once, parse_constant=constant)
        except ValueError as error:
            return [f"no line: {error}"]
        if line.get("type") not in UNNUMBERED:
            self.count += 1
            if line.get("seq") != self.count:
                return [f"seq is not {self.count}"]
        device, time = line.get("device"), line.get("time_us")
        if time is not None and isinstance(device, int):
            if time < self.times.get(device, time):
                return [f"time decreases to {time}"]
            self.times[device] = time
        return self.check_gesture(line) if line.get("type") == "gesture" else []

    def check_gesture(self, line):
        number, phase, fingers = line["id"], line["phase"], line["fingers"]
        wrong = []
        if line["gesture"] in DISCRETE and phase != "ended":
            wrong.append(f"{number} is discrete and {phase}")
        if phase == "began" or line["gesture"] in DISCRETE:
            if number in self.known:
                wrong.append(f"{number} was used before")
            self.known.add(number)
            if phase == "began":
                self.alive[number] = fingers
        elif self.alive.get(number) != fingers:
            wrong.append(f"{number} is {phase}, and never began, is over, or had other fingers")
        if phase in ("ended", "cancelled"):
            self.alive.pop(number, None)
        if (phase == "cancelled") != ("reason" in line):
            wrong.append(f"{number} is {phase} with reason {line.get('reason')}")
        return wrong


def broken(output):
    """The first faults of a whole output, a sentence each."""
    if output and not output.endswith(b"\n"):
        return ["the last line does not end"]
    stream = Stream()
    wrong = [f"{fault}: {text.decode(errors='replace')}"
             for text in output.splitlines() for fault in stream.check(text)]
    return (wrong + [f"{number} never ends" for number in stream.alive])[:5]
