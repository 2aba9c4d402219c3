"""Pictures of a page as an animated WebP (RFC 9649): Chromium encodes the frames, this module joins them."""

import struct

MAXIMUM_SIZE = 1 << 24  # of each side, in pixels


def chunk(name, content):
    return name + struct.pack("<I", len(content)) + content + b"\0" * (len(content) % 2)


def bitstream(webp):
    """The VP8 or VP8L chunk of a picture without animation."""
    at = 12
    while at < len(webp):
        name, size = webp[at:at + 4], struct.unpack_from("<I", webp, at + 4)[0]
        if name in (b"VP8 ", b"VP8L"):
            return chunk(name, webp[at + 8:at + 8 + size])
        at += 8 + size + size % 2
    raise ValueError("a picture has no bitstream")


def number(value):
    """Three bytes, the lowest first."""
    return struct.pack("<I", value)[:3]


def joined(width, height, frames):
    """A picture of `frames`: (x, y, width, height, milliseconds, webp) each, at even positions. It repeats for ever."""
    parts = [chunk(b"VP8X", bytes([0x02, 0, 0, 0]) + number(width - 1) + number(height - 1)),
             chunk(b"ANIM", struct.pack("<IH", 0xFFFFFFFF, 0))]
    for x, y, wide, high, milliseconds, webp in frames:
        # 0x02: the frame replaces the pixels beneath it.
        head = b"".join(map(number, (x // 2, y // 2, wide - 1, high - 1, milliseconds))) + b"\x02"
        parts.append(chunk(b"ANMF", head + bitstream(webp)))
    content = b"WEBP" + b"".join(parts)
    return b"RIFF" + struct.pack("<I", len(content)) + content
