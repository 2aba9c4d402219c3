"""Pictures of a page as an animated WebP (RFC 9649): Chromium encodes the frames, this module joins them."""

import struct

MAXIMUM_SIZE = 1 << 24  # of each side, in pixels


def chunk(name, content):
    return name + struct.pack("<I", len(content)) + content + b"\0" * (len(content) % 2)


def bitstream(webp):
    """The pixels of a picture without animation: the chunk VP8L, or ALPH if there is one, and VP8."""
    at, found = 12, b""
    while at < len(webp):
        name, size = webp[at:at + 4], struct.unpack_from("<I", webp, at + 4)[0]
        if name in (b"ALPH", b"VP8 ", b"VP8L"):
            found += chunk(name, webp[at + 8:at + 8 + size])
        at += 8 + size + size % 2
    if not found:
        raise ValueError("a picture has no bitstream")
    return found


def number(value):
    """Three bytes, the lowest first."""
    return struct.pack("<I", value)[:3]


def joined(width, height, frames):
    """A picture of `frames`: (x, y, width, height, milliseconds, webp) each, at even positions. A frame keeps what is
    beneath its transparent pixels. The picture repeats for ever."""
    # 0x12: it has transparent pixels, and is animated.
    parts = [chunk(b"VP8X", bytes([0x12, 0, 0, 0]) + number(width - 1) + number(height - 1)),
             chunk(b"ANIM", struct.pack("<IH", 0xFFFFFFFF, 0))]
    for x, y, wide, high, milliseconds, webp in frames:
        # 0: the frame is blended with the pixels beneath it.
        head = b"".join(map(number, (x // 2, y // 2, wide - 1, high - 1, milliseconds))) + b"\0"
        parts.append(chunk(b"ANMF", head + bitstream(webp)))
    content = b"WEBP" + b"".join(parts)
    return b"RIFF" + struct.pack("<I", len(content)) + content
