"""Readable recordings of evemu that no driver would report."""

import functools

REPORT, DROPPED = (0, 0), (0, 3)
SLOT, POSITIONS, TRACKING = (3, 0x2F), ((3, 0x35), (3, 0x36), (3, 0), (3, 1)), (3, 0x39)
VALUES = (0, -1, 1, 2, 9, 10, 63, 64, 65535, 2**31 - 1, -(2**31), 1000, -1000)
# The maximum number of frames of a case: enough for several gestures, few enough for many cases.
MAXIMUM_FRAMES = 250


class Recording:
    """The text before the events, and frames of [time in microseconds, type, code, value]."""

    def __init__(self, text):
        self.head, self.frames, frame = [], [], []
        for line in text.splitlines():
            if not line.startswith("E: "):
                # Comments between events have no meaning for programs.
                if not self.frames and not frame:
                    self.head.append(line)
                continue
            fields = line.split()
            seconds, _, fraction = fields[1].partition(".")
            frame.append([
                int(seconds) * 1_000_000 + int(fraction[:6].ljust(6, "0")), int(fields[2], 16),
                int(fields[3], 16), int(fields[4])])
            if tuple(frame[-1][1:3]) == REPORT:
                self.frames.append(frame)
                frame = []
        if frame:
            self.frames.append(frame)

    def section(self, begin, count):
        """A copy with only some of its frames, to be changed."""
        section = Recording("")
        section.head = list(self.head)
        section.frames = [[list(event) for event in frame] for frame in self.frames[begin:begin + count]]
        return section

    def text(self):
        events = (
            f"E: {time // 1_000_000}.{time % 1_000_000:06d} {kind:04x} {code:04x} {value}"
            for frame in self.frames for time, kind, code, value in frame)
        return "\n".join([*self.head, *events, ""])


@functools.cache
def parsed(text):
    """The recording of a text, parsed once for all cases."""
    return Recording(text)


def any_frame(random, recording):
    return random.choice(recording.frames)


def any_event(random, recording, codes=None):
    """One event, of these codes if there is one; None if there are no events."""
    events = [
        event for frame in recording.frames for event in frame
        if codes is None or tuple(event[1:3]) in codes]
    return random.choice(events) if events else None


def drop_event(random, recording):
    frame = any_frame(random, recording)
    del frame[random.randrange(len(frame))]


def double_event(random, recording):
    frame = any_frame(random, recording)
    at = random.randrange(len(frame))
    frame.insert(at, list(frame[at]))


def shuffle_frame(random, recording):
    random.shuffle(any_frame(random, recording))


def drop_frames(random, recording):
    at = random.randrange(len(recording.frames))
    if len(recording.frames) > 40:
        del recording.frames[at:at + random.choice((1, 1, 2, 20))]


def double_frame(random, recording):
    at = random.randrange(len(recording.frames))
    recording.frames.insert(at, [list(event) for event in recording.frames[at]])


def swap_frames(random, recording):
    count = len(recording.frames)
    one, two = random.randrange(count), random.randrange(count)
    frames = recording.frames
    frames[one], frames[two] = frames[two], frames[one]


def extreme_value(random, recording):
    event = any_event(random, recording)
    event[3] = random.choice(VALUES)


def extreme_position(random, recording):
    if event := any_event(random, recording, POSITIONS):
        event[3] = random.choice(VALUES)


def any_slot(random, recording):
    if event := any_event(random, recording, (SLOT,)):
        event[3] = random.choice(VALUES)
    else:
        any_frame(random, recording).insert(0, [0, *SLOT, random.choice(VALUES)])


def reuse_tracking(random, recording):
    one, two = (any_event(random, recording, (TRACKING,)) for _ in range(2))
    if one and two:
        one[3] = two[3]


def lose_lift(random, recording):
    for frame in random.sample(recording.frames, len(recording.frames)):
        for event in frame:
            if tuple(event[1:3]) == TRACKING and event[3] < 0:
                frame.remove(event)
                return


def drop_report(random, recording):
    frame = any_frame(random, recording)
    frame[:] = [event for event in frame if tuple(event[1:3]) != REPORT] or frame


def insert_dropped(random, recording):
    frame = any_frame(random, recording)
    at = random.randrange(len(frame))
    frame.insert(at, [frame[at][0], *DROPPED, 0])


def insert_anything(random, recording):
    frame = any_frame(random, recording)
    at = random.randrange(len(frame))
    frame.insert(at, [
        frame[at][0], random.choice((0, 1, 2, 3, 4, 5, 17, 31)), random.randrange(0x300),
        random.choice(VALUES)])


def shift_time(random, recording):
    """Shifts the time of one frame, or of all frames from one on: back, by little, or far ahead."""
    at = random.randrange(len(recording.frames))
    shift = random.choice((
        -1, -20_000, -3_000_000, -10**15, 1, 100_000, 3_000_000, 40_000_000, 10**12, 2**53, 2**62))
    last = at + 1 if random.random() < 0.5 else len(recording.frames)
    for frame in recording.frames[at:last]:
        for event in frame:
            event[0] = min(max(0, event[0] + shift), 2**63 - 1)


def scatter_times(random, recording):
    for event in any_frame(random, recording):
        event[0] = max(0, event[0] + random.randint(-50_000, 50_000))


def change_axis(random, recording):
    """Changes the range, fuzz or resolution of an axis, or removes the axis."""
    lines = [at for at, line in enumerate(recording.head) if line.startswith("A: ")]
    if not lines:
        return
    at = random.choice(lines)
    fields = recording.head[at].split()
    if random.random() < 0.2:
        del recording.head[at]
        return
    field = random.randrange(2, len(fields))
    fields[field] = str(random.choice(VALUES))
    recording.head[at] = " ".join(fields)


def change_bits(random, recording):
    """Adds or removes a property, type or code of the device."""
    lines = [at for at, line in enumerate(recording.head) if line[:3] in ("B: ", "P: ")]
    if not lines:
        return
    at = random.choice(lines)
    fields = recording.head[at].split()
    field = random.randrange(len(fields) - 8, len(fields))
    fields[field] = f"{int(fields[field], 16) ^ 1 << random.randrange(8):02x}"
    recording.head[at] = " ".join(fields)


CHANGES = (
    drop_event, double_event, shuffle_frame, drop_frames, double_frame, swap_frames, extreme_value,
    extreme_position, any_slot, reuse_tracking, lose_lift, drop_report, insert_dropped,
    insert_anything, shift_time, scatter_times, change_axis, change_bits)


def mutate(random, text):
    """A section of a recording, with a few changes after which it can still be read."""
    whole = parsed(text)
    count = random.randint(20, MAXIMUM_FRAMES)
    recording = whole.section(random.randrange(max(1, len(whole.frames) - count)), count)
    for _ in range(random.choice((1, 2, 3, 5, 20))):
        recording.frames = [frame for frame in recording.frames if frame]
        if not recording.frames:
            break
        random.choice(CHANGES)(random, recording)
    return recording.text()
