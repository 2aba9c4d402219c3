"""The documents show the examples verbatim."""

import re

from scene import EXAMPLES, ROOT, expect

SHOWN = re.compile(r"<!-- file: (\S+) -->\n\n```\w*\n(.*?)^```$", re.M | re.S)
MARKS = re.compile(r"<!-- file: ")


def shown(text):
    """The files that a document shows whole: path and text."""
    return SHOWN.findall(text)


def test_documents_show_the_examples_as_they_are(scene):
    count = 0
    for page in sorted([*ROOT.glob("docs/*.md"), *EXAMPLES.rglob("README.md")]):
        text = page.read_text()
        expect(len(shown(text)) == len(MARKS.findall(text)), f"{page.name}: a mark without a file")
        for path, body in shown(text):
            count += 1
            expect((ROOT / path).read_text() == body, f"{page.name}: {path} differs")
    expect(count > 0, "no document shows a file")
