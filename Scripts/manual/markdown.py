"""Converts pages of docs/ to mdoc(7): the part of Markdown that they use."""

import re
import textwrap

# The manual page of each page of docs/ that has one: links name it.
MANUALS = {
    "configuration.md": "gestured.yaml(5)", "protocol.md": "gestured-protocol(7)",
    "gesturectl.md": "gesturectl(1)", "bindings.md": "gesturectl-run(1)",
    "measure.md": "gesturectl-measure(1)", "troubleshooting.md": "gestured(1)",
    "recipes.md": "gestured-recipes(7)",
}
BOLD, ITALIC, ROMAN = r"\fB", r"\fI", r"\fR"
INLINE = re.compile(r"`([^`]+)`|\[([^\]]*)\]\(([^)\s]+)\)|\*\*([^*]+)\*\*")
SENTENCE_END = re.compile(r"(?<=[.!?]) +|(?<=[.!?]\)) +")
# Headings of columns that explain the first one; they are omitted.
EXPLAINING = ("meaning", "it means", "what happened", "what it has")
ITEM = re.compile(r"(?:[-*]|(\d+)\.) +(.*)")


def escaped(text):
    """Text with roff's special characters escaped."""
    return text.replace("\\", r"\e").replace("-", r"\-") if text else text


def prose(text):
    return text.replace("\\", r"\e")


def inline(text, manual=None):
    """The text of a paragraph with its fonts. `manual` is the manual page that contains it."""
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
            out.append(inline(label, manual) + destination(label, target, manual))
    return "".join(out) + prose(text[end:])


def destination(label, target, manual):
    """The target of a link for readers of the manual, in parentheses; empty if it is this page or the label."""
    if re.match(r"\w+:", target):
        return f" ({prose(target)})"
    linked = MANUALS.get(target.partition("#")[0].rpartition("/")[2])
    return f" ({linked})" if linked and linked not in (manual, label.strip("`")) else ""


def guarded(line):
    """A line, guarded so that it is not a request of roff."""
    return r"\&" + line if line[:1] in (".", "'") else line


def sentences(text):
    """Text in which each sentence begins a line, as mdoc(7) requires."""
    lines = [line for part in SENTENCE_END.split(text.strip()) for line in textwrap.wrap(
        part, 72, break_long_words=False, break_on_hyphens=False)]
    return "\n".join(map(guarded, lines))


def literal(lines):
    body = [guarded(line.replace("\\", r"\e").replace("-", r"\-")) for line in lines]
    return "\n".join([".Bd -literal -offset 2n", *body, ".Ed"])


def quoted(text):
    """Text as one argument of a macro, which is never read as the name of a macro."""
    return '"\\&' + text.replace('"', r"\(dq") + '"'


def cells(row):
    return [cell.strip().replace(r"\|", "|")
            for cell in re.split(r"(?<!\\)\|", row.strip().strip("|"))]


def table(rows, manual):
    """A table as a list: its first column names the items, the others' headings name the values."""
    heads = cells(rows[0])
    out = [".Bl -tag -width Ds"]
    if len(heads) == 2 and all(heads) and heads[1] not in EXPLAINING:
        out.insert(0, f".Pp\n{ITALIC}{inline(heads[0], manual)}{ROMAN}: {ITALIC}{inline(heads[1], manual)}{ROMAN}")
    for row in rows[2:]:
        first, *others = cells(row)
        out.append(".It " + quoted(inline(first, manual) or r"\(en"))
        values = [(head, cell) for head, cell in zip(heads[1:], others) if cell not in ("", "–")]
        # The meaning is first, the qualifications follow.
        values.sort(key=lambda pair: pair[0] not in EXPLAINING)
        is_short = len(heads) == 2
        for number, (head, cell) in enumerate(values):
            is_text = is_short or head in ("", *EXPLAINING)
            text = inline(cell, manual)
            out += [".br"] if number else []
            out.append(sentences(text if is_text else f"{prose(head)}: {text}"))
    return "\n".join([*out, ".El"])


def items(lines, manual):
    """A list, whose items continue in indented lines."""
    kind = "-enum" if ITEM.match(lines[0])[1] else "-bullet"
    found = []
    for line in lines:
        if match := ITEM.match(line):
            found.append([match[2]])
        else:
            found[-1].append(line.strip())
    body = [".It\n" + sentences(inline(" ".join(each), manual)) for each in found]
    return "\n".join([f".Bl {kind} -compact", *body, ".El"])


def blocks(lines):
    """(kind, lines) for each block of a page; other HTML comments than names of files are omitted."""
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
        if line.startswith("<!-- file: "):
            # The name of the file that the next block shows.
            yield "text", [f"`{line.split()[2]}`:"]
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


def mdoc(lines, manual=None):
    """The blocks of a section as mdoc(7), without its heading."""
    out, after_heading = [], True
    for kind, block in blocks(lines):
        if kind == "heading":
            out.append(".Ss " + quoted(plain(block[0].lstrip("# "))))
            after_heading = True
            continue
        if kind == "text":
            text = sentences(inline(" ".join(line.strip() for line in block), manual))
        else:
            convert = {"code": lambda b, _: literal(b), "table": table, "list": items}[kind]
            text = convert(block, manual)
        # Displays and lists of tags have a space before them already.
        if not after_heading and (kind == "text" or text.startswith((".Bl -bullet", ".Bl -enum"))):
            out.append(".Pp")
        out.append(text.removeprefix(".Pp\n") if after_heading else text)
        after_heading = False
    return "\n".join(out)
