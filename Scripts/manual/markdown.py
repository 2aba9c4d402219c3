"""Pages of docs/ as mdoc(7), as much of Markdown as they use."""

import re
import textwrap

# Pages that have a manual page, which links name.
MANUALS = {
    "configuration.md": "gestured.yaml(5)", "protocol.md": "gestured-protocol(7)",
    "gesturectl.md": "gesturectl(1)", "bindings.md": "gesturectl-run(1)",
    "measure.md": "gesturectl-measure(1)", "troubleshooting.md": "gestured(1)",
}
BOLD, ITALIC, ROMAN = r"\fB", r"\fI", r"\fR"
INLINE = re.compile(r"`([^`]+)`|\[([^\]]*)\]\(([^)\s]+)\)|\*\*([^*]+)\*\*")
SENTENCE_END = re.compile(r"(?<=[.!?]) +|(?<=[.!?]\)) +")
# Headings of a column that explains the first one; a list of tags has none of them.
EXPLAINING = ("meaning", "it means", "what happened", "what it has")
ITEM = re.compile(r"(?:[-*]|(\d+)\.) +(.*)")


def escaped(text):
    """Text in which nothing is roff's."""
    return text.replace("\\", r"\e").replace("-", r"\-") if text else text


def prose(text):
    return text.replace("\\", r"\e")


def inline(text, own=None):
    """One paragraph's text with its fonts; `own` is the page that it is on."""
    out, end = [], 0
    for match in INLINE.finditer(text):
        code, label, target, strong = match.groups()
        out.append(prose(text[end:match.start()]))
        end = match.end()
        if code:
            out.append(BOLD + escaped(code) + ROMAN)
        elif strong:
            out.append(ITALIC + prose(strong) + ROMAN)
        else:
            out.append(inline(label, own) + place(label, target, own))
    return "".join(out) + prose(text[end:])


def place(label, target, own):
    """The target of a link, as a reader of the manual finds it."""
    if re.match(r"\w+:", target):
        return f" ({prose(target)})"
    manual = MANUALS.get(target.partition("#")[0].rpartition("/")[2])
    return f" ({manual})" if manual and manual != own and manual != label.strip("`") else ""


def guarded(line):
    """A line that begins no request."""
    return r"\&" + line if line[:1] in (".", "'") else line


def sentences(text):
    """A sentence begins a line, as mdoc wants it."""
    lines = [line for part in SENTENCE_END.split(text.strip()) for line in textwrap.wrap(
        part, 72, break_long_words=False, break_on_hyphens=False)]
    return "\n".join(map(guarded, lines))


def literal(lines):
    body = [guarded(line.replace("\\", r"\e").replace("-", r"\-")) for line in lines]
    return "\n".join([".Bd -literal -offset 2n", *body, ".Ed"])


def quoted(text):
    """One argument of a macro, never read as a macro's name."""
    return '"\\&' + text.replace('"', r"\(dq") + '"'


def cells(row):
    return [cell.strip().replace(r"\|", "|")
            for cell in re.split(r"(?<!\\)\|", row.strip().strip("|"))]


def table(rows, own):
    """A table as a list: its first column names the items, the others' headings name the values."""
    heads = cells(rows[0])
    out = [".Bl -tag -width Ds"]
    if len(heads) == 2 and all(heads) and heads[1] not in EXPLAINING:
        out.insert(0, f".Pp\n{ITALIC}{inline(heads[0], own)}{ROMAN}: {ITALIC}{inline(heads[1], own)}{ROMAN}")
    for row in rows[2:]:
        first, *rest = cells(row)
        out.append(".It " + quoted(inline(first, own) or r"\(en"))
        stated = [(head, cell) for head, cell in zip(heads[1:], rest) if cell not in ("", "–")]
        # The meaning is first, the qualifications follow.
        stated.sort(key=lambda pair: pair[0] not in EXPLAINING)
        is_short = len(heads) == 2
        for number, (head, cell) in enumerate(stated):
            is_text = is_short or head in ("", *EXPLAINING)
            text = inline(cell, own)
            out += [".br"] if number else []
            out.append(sentences(text if is_text else f"{prose(head)}: {text}"))
    return "\n".join([*out, ".El"])


def items(lines, own):
    """A list, whose items continue in indented lines."""
    kind = "-enum" if ITEM.match(lines[0])[1] else "-bullet"
    found = []
    for line in lines:
        if match := ITEM.match(line):
            found.append([match[2]])
        else:
            found[-1].append(line.strip())
    body = [".It\n" + sentences(inline(" ".join(each), own)) for each in found]
    return "\n".join([f".Bl {kind} -compact", *body, ".El"])


def blocks(lines):
    """(kind, lines) for each block of a page; HTML comments are omitted."""
    index = 0
    while index < len(lines):
        line = lines[index]
        start = index
        index += 1
        if line.startswith(("<!-- options: ", "<!-- commands: ")):
            # The manual has these from the program itself (Scripts/help-tables).
            while not lines[index].startswith("<!-- end"):
                index += 1
            continue
        if not line.strip() or line.startswith("<!--"):
            continue
        if line.startswith("```"):
            while not lines[index].startswith("```"):
                index += 1
            index += 1
            yield "code", lines[start + 1:index - 1]
        elif line.startswith("    "):
            while index < len(lines) and (lines[index].startswith("    ") or not lines[index]):
                index += 1
            yield "code", "\n".join(each[4:] for each in lines[start:index]).rstrip().split("\n")
        elif line.startswith("#"):
            yield "heading", [line]
        else:
            kind = "table" if line.startswith("|") else "list" if ITEM.match(line) else "text"
            while index < len(lines) and lines[index].strip() and not lines[index].startswith(
                    ("```", "#", "<!--")) and (kind == "table") == lines[index].startswith("|") \
                    and not (kind == "text" and ITEM.match(lines[index])):
                index += 1
            yield kind, lines[start:index]


def sections(text):
    """{heading: lines} of a page by its headings of the second level; "" is the text before them."""
    found, name, is_code = {"": []}, "", False
    for line in text.split("\n"):
        is_code ^= line.startswith("```")
        if not is_code and line.startswith("## "):
            name = line[3:].strip()
            found[name] = []
        elif is_code or not line.startswith("# "):
            found[name].append(line)
    return found


def plain(heading):
    """A heading without fonts and links."""
    return INLINE.sub(lambda m: m[1] or m[2] or m[4], heading).replace("`", "")


def mdoc(lines, own=None):
    """The blocks of a section, without its heading."""
    out, after_heading = [], True
    for kind, block in blocks(lines):
        if kind == "heading":
            out.append(".Ss " + quoted(plain(block[0].lstrip("# "))))
            after_heading = True
            continue
        if kind == "text":
            made = sentences(inline(" ".join(line.strip() for line in block), own))
        else:
            make = {"code": lambda b, _: literal(b), "table": table, "list": items}[kind]
            made = make(block, own)
        # A display and a list of tags add their own space.
        if not after_heading and (kind == "text" or made.startswith((".Bl -bullet", ".Bl -enum"))):
            out.append(".Pp")
        out.append(made.removeprefix(".Pp\n") if after_heading else made)
        after_heading = False
    return "\n".join(out)
