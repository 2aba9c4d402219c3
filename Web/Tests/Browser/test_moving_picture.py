"""The moving picture of the README: the live page while it plays the demo. RECORD_PICTURES=1 rewrites it."""

import base64
import json
import os
import subprocess

from moving_picture import joined
from scene import ROOT, expect, expect_equal
from test_pictures import COMPARE, difference, is_alike, javascript

RECORD = "RECORD_PICTURES" in os.environ
FILE = ROOT / "docs/images/live.webp"
WIDTH, HEIGHT = 1040, 584
STEP_MS, BEGIN_MS, END_MS = 120, 900, 13_260  # of the demo
QUALITY = 75
# Parts of the page that are updated in turns within a step: the box of a change in all of them would be the whole page.
PARTS = ("stage", "headline", "recent", "reasons", "strip")
MAXIMUM_BYTES = 1_000_000
# The boxes of pixels, one for each part that has changed since the last call, with even sides and positions.
BOXES = f"""(async (text) => {{
    const image = new Image();
    image.src = `data:image/png;base64,${{text}}`;
    await image.decode();
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [{WIDTH}, {HEIGHT}];
    const context = canvas.getContext('2d', {{ willReadFrequently: true }});
    context.drawImage(image, 0, 0);
    const now = new Uint32Array(context.getImageData(0, 0, {WIDTH}, {HEIGHT}).data.buffer);
    const before = globalThis.lastPixels ?? now;
    globalThis.lastPixels = now;
    const even = (value) => value - value % 2;
    return JSON.stringify({json.dumps(PARTS)}.flatMap((id) => {{
        const part = document.getElementById(id).getBoundingClientRect();
        let [left, top, right, bottom] = [{WIDTH}, {HEIGHT}, 0, 0];
        for (let y = Math.floor(part.top); y < part.bottom; y += 1) {{
            for (let x = Math.floor(part.left); x < part.right; x += 1) {{
                if (now[y * {WIDTH} + x] === before[y * {WIDTH} + x]) continue;
                [left, top] = [Math.min(left, x), Math.min(top, y)];
                [right, bottom] = [Math.max(right, x + 1), Math.max(bottom, y + 1)];
            }}
        }}
        return right === 0 ? [] : [[even(left), even(top), even(right - even(left) + 1), even(bottom - even(top) + 1)]];
    }}));
}})"""
# The frames of the file, by their beginnings: the frame at a time, as PNG.
FRAME = """(async (text, ms) => {
    const data = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
    const decoder = new ImageDecoder({ data, type: 'image/webp' });
    await Promise.all([decoder.completed, decoder.tracks.ready]);
    const { frameCount } = decoder.tracks.selectedTrack;
    let found;
    let end = 0;
    for (let frameIndex = 0; frameIndex < frameCount; frameIndex += 1) {
        const { image } = await decoder.decode({ frameIndex });
        end += image.duration / 1000;
        if (!found && end > ms) {
            const canvas = document.createElement('canvas');
            [canvas.width, canvas.height] = [image.displayWidth, image.displayHeight];
            canvas.getContext('2d').drawImage(image, 0, 0);
            found = canvas.toDataURL('image/png').split(',')[1];
        }
        image.close();
    }
    return JSON.stringify([frameCount, Math.round(end), found]);
})"""


async def page_of_demo(scene):
    """The page in one file, with a second tab that compares pictures."""
    file = scene.folder / "live.html"
    subprocess.run([ROOT / "Scripts/make-live-page", file], check=True)
    origin = scene.serve_folder(scene.folder)
    page = await scene.open_page(f"{origin}/live.html", width=WIDTH, height=HEIGHT)
    await page.wait_for("globalThis.livePage?.player.mode === 'recording'", "the demo")
    await page.run("document.fonts.ready.then(() => true)")
    return page, await scene.open_page(f"{origin}/live.html", width=WIDTH, height=HEIGHT)


async def seek(page, milliseconds):
    await page.call("Page.bringToFront")
    await page.run(f"livePage.controls.seek({milliseconds}e3)")
    await page.run("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")


async def shot(page, x, y, width, height):
    clip = {"x": x, "y": y, "width": width, "height": height, "scale": 1}
    found = await page.call("Page.captureScreenshot", format="webp", quality=QUALITY, clip=clip)
    return base64.b64decode(found["data"])


async def record(page, other):
    """The whole page, and for each step the boxes that changed."""
    frames = [[0, 0, WIDTH, HEIGHT, 0, b""]]
    for milliseconds in range(BEGIN_MS, END_MS, STEP_MS):
        await seek(page, milliseconds)
        boxes = json.loads(await other.run(f"{BOXES}({javascript(await page.picture())})"))
        if milliseconds == BEGIN_MS:
            frames[0][5] = await shot(page, 0, 0, WIDTH, HEIGHT)
        for box in boxes:
            frames.append([*box, STEP_MS // len(boxes), await shot(page, *box)])
        frames[-1][4] += STEP_MS % len(boxes) if boxes else STEP_MS
    return joined(WIDTH, HEIGHT, frames)


async def test_the_moving_picture_is_what_the_page_shows_of_the_demo(scene):
    page, other = await page_of_demo(scene)
    if RECORD:
        FILE.write_bytes(await record(page, other))
    content = FILE.read_bytes()
    expect(len(content) < MAXIMUM_BYTES, f"{FILE.name} has {len(content)} bytes")
    for milliseconds in (2400, 3900, 5600, 7200, 8600, 10_500, 12_300):
        await seek(page, milliseconds)
        png = await page.picture()
        await other.call("Page.bringToFront")
        count, duration, frame = json.loads(await other.run(
            f"{FRAME}({javascript(content)}, {milliseconds - BEGIN_MS})"))
        expect_equal(duration, END_MS - BEGIN_MS, "the duration")
        expect(count > 60, f"it has {count} frames")
        found = json.loads(await other.run(f"{COMPARE}({javascript(png)}, {json.dumps(frame)})"))
        expect(is_alike(found), f"it differs at {milliseconds} ms: {found}")
    found = await difference(other, png, await (await seek_back(page)).picture())
    expect(not is_alike(found), f"instants are alike: {found}")


async def seek_back(page):
    await seek(page, 8600)
    return page
