"""Links between pages of Markdown, for the checks of the source and of the packages."""

import re
from pathlib import Path

FENCE = re.compile(r"^```.*?^```", re.M | re.S)
LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")
HEADING = re.compile(r"^#+ +(.*)$", re.M)


def anchors(text):
    """The fragments of links to headings, as the usual hosts make them."""
    slugs = (re.sub(r"[^\w\- ]", "", heading.lower()) for heading in HEADING.findall(text))
    return {slug.replace(" ", "-") for slug in slugs}


def link_problems(path, text, read):
    """Checks links; `read` returns a file's text, "" for a folder, None if it does not exist."""
    for target in LINK.findall(FENCE.sub("", text)):
        if re.match(r"\w+:", target):
            continue
        file, _, fragment = target.partition("#")
        linked = read((Path(path).parent / file).as_posix()) if file else text
        if linked is None:
            yield f"{path}: {target} leads nowhere"
        elif fragment and fragment not in anchors(FENCE.sub("", linked)):
            yield f"{path}: {target} names no heading"
