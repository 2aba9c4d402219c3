"""Whole pages: the tutorial, a list, the recipe of the wake shield, and pages that load while gestured-web is away."""

import json
import re

import pytest

from scene import ROOT, expect_equal

EXAMPLES = ROOT / "examples"
ZONES = "clients: { zones: true }\n"
NO_ZONES = "clients: { zones: false }\n"
SCRIPT = re.compile(r'(?<=<script type="module">\n).*(?=</script>)', re.S)
# A touch that moves nothing, time in which the page adds its zones, and the time until the daemon ends.
FIRST, LAST = ("tap at 520,290", "pause 2 s"), ("pause 3 s", "tap at 520,290")
# Records the changes of each style, of `hidden`, and of the children.
WATCH = """globalThis.changes = [];
    new MutationObserver((records) => records.forEach(({ target, attributeName, removedNodes }) => {
        if (attributeName === 'hidden') changes.push(`${target.id} ${target.hidden ? 'hidden' : 'shown'}`);
        else if (attributeName) changes.push(`${target.id} ${target.style.cssText}`);
        else removedNodes.forEach((it) => changes.push(`${it.id} removed`));
    })).observe(document.body, { subtree: true, childList: true, attributeFilter: ['style', 'hidden'] })"""


def with_handlers_reversed(text):
    """A page whose handlers are set in the reverse order: blocks of its script, after that of constants."""
    def reversed_blocks(script):
        first, second, *blocks = script[0].rstrip().split("\n\n")
        return "\n\n".join((first, second, *reversed(blocks))) + "\n"
    return SCRIPT.sub(reversed_blocks, text)


async def page_of(scene, *files, sentences, config=ZONES, change=lambda text: text):
    origin = scene.serve_copy(*files, change=change)
    await scene.serve_web("--origin", origin)
    await scene.serve_daemon(scene.perform(*FIRST, *sentences, *LAST), config=config)
    page = await scene.open_page(f"{origin}/{files[0].name}")
    await page.run(WATCH)
    return page


async def changed(page, pattern):
    """Waits until a change has the pattern."""
    await page.wait_for(f"changes.some((it) => /{pattern}/.test(it))", f"a change {pattern}")


@pytest.mark.parametrize("config", (ZONES, NO_ZONES), ids=("zones", "no zones"))
@pytest.mark.parametrize("change", (lambda text: text, with_handlers_reversed), ids=("as written", "reversed"))
async def test_the_first_page_does_what_its_tutorial_describes(scene, change, config):
    page = await page_of(scene, EXAMPLES / "web/first-page.html", config=config, change=change, sentences=(
        "pinch out at 100,120", "double tap at 100,120", "long press at 100,120", "tap at 360,50",
        "swipe left at 120,120", "pause 1 s",
        "swipe up at 80,110", "drag right 320 mm 2 s at 80,110", "pause 1 s",
        "swipe right at 200,250"))
    for pattern in (
            r"picture scale: [12]\.[5-9]", "picture scale: 1;", "menu shown", r"picture .*grayscale\(1\)", "menu hidden",
            "views translate: -100vw", r"note translate: \d{2,}", "note hidden", "views translate: 0vw"):
        await changed(page, pattern)
    changes = json.loads(await page.run("JSON.stringify(changes)"))
    expect_equal([text for text in changes if text.startswith("views")], ["views translate: -100vw;", "views translate: 0vw;"],
                 "views")
    expect_equal(changes.count("menu shown"), 1, "times that the menu opened")
    expect_equal(page.console, [], "the console")


@pytest.mark.parametrize("config", (ZONES, NO_ZONES), ids=("zones", "no zones"))
async def test_a_note_of_the_first_page_that_is_thrown_into_the_bin_turns_no_view(scene, config):
    page = await page_of(scene, EXAMPLES / "web/first-page.html", config=config, sentences=(
        "swipe left at 300,250", "pause 1 s", "swipe right 320 mm 600 ms at 80,110", "pause 1 s", "swipe left at 300,250"))
    await changed(page, "note hidden")
    await changed(page, "views translate: -200vw")
    changes = json.loads(await page.run("JSON.stringify(changes)"))
    expect_equal([text for text in changes if text.startswith("views")],
                 ["views translate: -100vw;", "views translate: -200vw;"], "views")


async def test_a_list_scrolls_up_and_down_while_its_rows_are_swiped_sideways(scene):
    page = await page_of(scene, EXAMPLES / "web/list.html", sentences=(
        "swipe up at 264,200", "swipe left at 300,120", "swipe down at 264,100", "swipe right at 200,60"))
    rows = "[...document.querySelectorAll('li')]"
    swiped = [await page.run(f"document.elementFromPoint({x / 528} * innerWidth, {y / 297} * innerHeight).textContent")
              for x, y in ((300, 120), (200, 60))]
    await page.wait_for(f"{rows}.length === 38", "two rows removed")
    expect_equal(await page.run(f"{rows}.some((it) => {json.dumps(swiped)}.includes(it.textContent))"), False, "swiped rows")
    position = "document.getElementById('messages').scrollTop"
    await page.touch((600, 600), (-300, 0))
    expect_equal(await page.run(position), 0, "position after a movement sideways")
    await page.touch((600, 600), (0, -300))
    await page.wait_for(f"{position} > 200", "the list scrolls")
    expect_equal(page.console, [], "the console")


def page_that_wake_md_shows(scene):
    shown = re.search(r"```html\n(.*?)```", (ROOT / "docs/wake.md").read_text(), re.S)[1]
    file = scene.folder / "wake.html"
    file.write_text(f"<!doctype html>\n{shown}")
    return file


@pytest.mark.parametrize("file", (lambda _: EXAMPLES / "recipes/wake/page.html", page_that_wake_md_shows),
                         ids=("the recipe", "docs/wake.md"))
async def test_the_shield_against_the_touch_that_wakes_runs_with_gestured_web(scene, file):
    page = await page_of(scene, file(scene), config="activity: { idle_after: 1s }\n", sentences=(
        "tap at 200,100", "pause 3 s", "tap at 200,100"))
    await page.wait_for("/shown,shield hidden/.test(changes.join())", "the shield is shown, and hidden after a touch")
    expect_equal(page.console, [], "the console")


async def test_a_page_with_a_copy_of_gestures_js_loads_without_gestured_web_and_works_when_it_returns(scene):
    origin = scene.serve_copy(EXAMPLES / "web/first-page.html")
    page = await scene.open_page(f"{origin}/first-page.html")
    page.expected_errors = ["WebSocket connection"]
    await page.run(WATCH)
    await page.run("new Promise((done) => setTimeout(done, 700))")
    await scene.serve_web("--origin", origin)
    await scene.serve_daemon(scene.perform(*FIRST, "swipe left at 120,120", *LAST), config=ZONES)
    await changed(page, "views translate: -100vw")


async def test_the_import_that_docs_show_is_retried_until_gestured_web_returns(scene):
    text = (ROOT / "docs/gestures-js.md").read_text()
    shown = next(block for block in re.findall(r"```js\n(.*?)```", text, re.S) if "attempt" in block)
    # The module of gestured-web connects to the usual port.
    shown = shown.replace("activate());", f"activate(), {{ url: '{scene.url.replace('http', 'ws')}gestures' }});")
    page_text = f'<!doctype html><div id="card">card</div><script type="module">\n{shown}</script>'
    folder = scene.folder / "loads"
    folder.mkdir()
    (folder / "index.html").write_text(page_text)
    origin = scene.serve_folder(folder, ("8765", str(scene.port)))
    page = await scene.open_page(f"{origin}/index.html")
    page.expected_errors = ["ERR_CONNECTION_REFUSED"]
    await page.wait_for("document.readyState === 'complete'", "the page")
    await page.run("globalThis.activate = () => { globalThis.isActivated = true; }")
    await page.run("new Promise((done) => setTimeout(done, 500))")
    await scene.serve_web("--origin", origin)
    await scene.serve_daemon(scene.perform("tap at 5,5", "pause 4 s", "tap at 5,5", "pause 2 s", "tap at 5,5", *LAST), config=ZONES)
    await page.wait_for("globalThis.isActivated", "a tap")
