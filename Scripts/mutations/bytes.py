"""Changes of bytes regardless of their meaning."""

INTERESTING = (
    b"0", b"-1", b"1", b"63", b"64", b"65535", b"65536", b"2147483647", b"-2147483648",
    b"4294967295", b"9223372036854775807", b"-9223372036854775808", b"1e308", b"0.000001", b"nan")
# The maximum number of bytes that a change deletes or copies at once.
MAXIMUM_SPAN = 400


def position(random, data):
    return random.randrange(len(data) + 1)


def span(random, data):
    begin = position(random, data)
    return begin, min(len(data), begin + random.randint(1, MAXIMUM_SPAN))


def flip(random, data, _):
    if not data:
        return data
    at = random.randrange(len(data))
    return data[:at] + bytes([data[at] ^ 1 << random.randrange(8)]) + data[at + 1:]


def insert(random, data, _):
    at = position(random, data)
    return data[:at] + random.randbytes(random.randint(1, 9)) + data[at:]


def delete(random, data, _):
    begin, end = span(random, data)
    return data[:begin] + data[end:]


def repeat(random, data, _):
    begin, end = span(random, data)
    return data[:end] + data[begin:end] * random.randint(1, 3) + data[end:]


def truncate(random, data, _):
    return data[:position(random, data)]


def number(random, data, _):
    """Replaces a number with another."""
    begin = position(random, data)
    while begin < len(data) and not data[begin:begin + 1].isdigit():
        begin += 1
    end = begin
    while end < len(data) and data[end:end + 1].isdigit():
        end += 1
    return data[:begin] + random.choice(INTERESTING) + data[end:]


def splice(random, data, others):
    begin, end = span(random, data)
    other = random.choice(others)
    first, last = span(random, other)
    return data[:begin] + other[first:last] + data[end:]


def swap_lines(random, data, _):
    lines = data.split(b"\n")
    one, two = random.randrange(len(lines)), random.randrange(len(lines))
    lines[one], lines[two] = lines[two], lines[one]
    return b"\n".join(lines)


CHANGES = (flip, insert, delete, repeat, truncate, number, number, splice, swap_lines)


def mutate(random, data, others):
    """Makes a few changes of `data`; parts of `others` may be inserted."""
    for _ in range(random.choice((1, 1, 2, 5))):
        data = random.choice(CHANGES)(random, data, others)
    return data
