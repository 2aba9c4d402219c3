"""Pictures of frozen instants, compared with those of the repository. RECORD_PICTURES=1 rewrites these.

Fonts differ between machines, so pictures are scaled down and compared with a tolerance. The
comparison covers the layout of the page and the contents of the glass.
"""

import base64
import json
import os

from scene import DEMO, FIXTURES, PERMISSIVE, ROOT, expect
from test_live import open_recording

RECORD = "RECORD_PICTURES" in os.environ
IMAGES = ROOT / "docs/images"
MAXIMUM_BYTES = 200_000  # of a picture
# The tolerances for pictures 480 pixels wide: the mean difference of a channel, 0 to 255, and the
# share of pixels that differ strongly. Two instants of the demo differ by at least 3.4 and 0.029.
MAXIMUM_MEAN, MAXIMUM_SHARE = 2.8, 0.025
SMALL = """(async (one) => {
    const image = new Image();
    image.src = `data:image/png;base64,${one}`;
    await image.decode();
    const canvas = document.createElement('canvas');
    canvas.width = 480;
    canvas.height = Math.round(image.height * 480 / image.width);
    const context = canvas.getContext('2d', { willReadFrequently: true });
    context.imageSmoothingQuality = 'high';
    context.drawImage(image, 0, 0, canvas.width, canvas.height);
    return canvas;
})"""
COMPARE = f"""(async (one, other) => {{
    const read = async (text) => {{
        const canvas = await {SMALL}(text);
        return canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data;
    }};
    const [a, b] = [await read(one), await read(other)];
    if (a.length !== b.length) return JSON.stringify([255, 1]);
    let sum = 0, strong = 0;
    for (let at = 0; at < a.length; at += 4) {{
        const off = [0, 1, 2].map((channel) => Math.abs(a[at + channel] - b[at + channel]));
        sum += off[0] + off[1] + off[2];
        if (Math.max(...off) > 60) strong += 1;
    }}
    return JSON.stringify([sum / a.length * 4 / 3, strong / a.length * 4]);
}})"""
SHRINK = f"(async (one) => (await {SMALL}(one)).toDataURL('image/png').split(',')[1])"
# Name, instant of the demo in seconds, theme, and an instant from which the picture must differ.
INSTANTS = [
    ("live", 10.66, "light", 8.66), ("live-dark", 7.13, "dark", 8.72), ("live-pinch", 8.72, "light", 6.72),
    ("live-deep-press", 12.2, "dark", 10.2),
]


def javascript(png):
    """The picture as a string of JavaScript."""
    return json.dumps(base64.b64encode(png).decode())


async def difference(page, one, other):
    return json.loads(await page.run(f"{COMPARE}({javascript(one)}, {javascript(other)})"))


async def page_of_demo(scene, theme):
    """The page in the size of a README picture, with the demo opened and paused."""
    page = await scene.chromium.page(1440, 810)
    scene.pages.append(page)
    await page.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": theme}])
    await page.navigate(scene.url)
    await page.wait_for("globalThis.livePage !== undefined", "the page's script")
    await open_recording(page, scene.lines())
    return page


async def picture_at(page, seconds):
    """The picture of an instant of the recording."""
    await page.run(f"livePage.controls.seek({seconds * 1e6:.0f})")
    await page.run("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    return await page.picture()


def is_alike(found):
    return found[0] <= MAXIMUM_MEAN and found[1] <= MAXIMUM_SHARE


async def live_demo(scene, config=PERMISSIVE):
    """The live page of a daemon that has played the demo."""
    await scene.serve_web("--own-page")
    # The demo, then a minute without events: pictures are made while the daemon runs.
    recording = scene.folder / "demo.evemu"
    recording.write_text(DEMO.read_text() + "E: 75.000000 0000 0000 0000\n")
    await scene.serve_daemon(recording, config)
    page = await scene.live_page(width=1440, height=810)
    await page.wait_for("livePage.player.live.newestUs >= 12650878", "the end of the demo")
    return page


async def expect_picture(page, name, seconds, theme, other_seconds):
    """Compares an instant with its picture, which must differ from another instant. RECORD_PICTURES writes it first."""
    await page.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": theme}])
    await picture_at(page, seconds)
    png = await picture_with_fixed_strip(page, seconds)
    file = IMAGES / f"{name}.png"
    expect(len(png) < MAXIMUM_BYTES, f"{name} has {len(png)} bytes")
    if RECORD:
        file.write_bytes(png)
    expect(file.exists(), f"{file} is missing: run with RECORD_PICTURES=1")
    expect(file.stat().st_size < MAXIMUM_BYTES, f"{file} is too large")
    found = await difference(page, png, file.read_bytes())
    expect(is_alike(found), f"{name} differs: {found}")
    other = await picture_with_fixed_strip(page, other_seconds)
    found = await difference(page, other, file.read_bytes())
    expect(not is_alike(found), f"{name} is like another instant of the demo, too: {found}")


async def test_the_pictures_of_the_documents_are_what_the_page_shows(scene):
    page = await live_demo(scene)
    for instant in INSTANTS:
        await expect_picture(page, *instant)


async def test_the_picture_of_reasons_is_what_the_page_shows_of_a_slow_drag(scene):
    page = await live_demo(scene, f"{PERMISSIVE}gestures: {{ from: default, without: [drag] }}\n")
    await expect_picture(page, "live-refused", 6.5, "light", 10.66)


async def picture_with_fixed_strip(page, seconds):
    """The picture of an instant, whose strip has the same ten seconds whenever the page was paused."""
    await page.run("livePage.player.fromUs = 2.9e6, livePage.player.toUs = 12.9e6")
    return await picture_at(page, seconds)


async def test_the_glass_looks_as_recorded_in_each_gesture(scene):
    await scene.serve_web("--own-page")
    page = await page_of_demo(scene, "light")
    box = json.loads(await page.run("JSON.stringify(document.getElementById('figure').getBoundingClientRect())"))
    clip = {name: box[name] for name in ("x", "y", "width", "height")}
    problems = []
    for name, seconds in [("tap", 2.4), ("long-press", 3.9), ("drag", 5.6), ("swipe", 7.15), ("magnify", 8.6),
                          ("rotate", 10.5), ("deep-press", 12.2)]:
        await picture_at(page, seconds)
        png = base64.b64decode(await page.run(f"{SHRINK}({javascript(await page.picture(clip))})"))
        file = FIXTURES / f"{name}.png"
        if RECORD:
            FIXTURES.mkdir(exist_ok=True)
            file.write_bytes(png)
            continue
        expect(file.exists(), f"{file} is missing: run with RECORD_PICTURES=1")
        found = await difference(page, png, file.read_bytes())
        if not is_alike(found):
            problems.append(f"{name} differs: {found}")
    expect(not problems, "; ".join(problems))
