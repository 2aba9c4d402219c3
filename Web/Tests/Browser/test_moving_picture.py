"""The moving picture of the README: the live page while it plays the demo. RECORD_PICTURES=1 rewrites it."""

import base64
import json
import os
import subprocess

from moving_picture import joined
from scene import ROOT, expect, expect_equal
from test_pictures import javascript

RECORD = "RECORD_PICTURES" in os.environ
FILE = ROOT / "docs/images/live.webp"
WIDTH, HEIGHT = 1040, 584
STEP_MS, BEGIN_MS, END_MS = 120, 900, 13_140  # of the demo, which ends then
QUALITY = 0.85
# A compressed block that is off by more than this, of 255, is encoded again once nothing changes in it: no trail remains.
MAXIMUM_OFF = 8
# Parts of the page that must be those of one instant.
PARTS = ("controls", "state", "headline", "recent", "reasons", "stage", "strip")
# The share of a part's pixels that compression may change visibly.
MAXIMUM_SHARE = 0.002
MAXIMUM_BYTES = 1_000_000
# Shows an instant as the page that plays it does.
SHOW = """(async (us) => {
    const { player } = livePage;
    player.tick = () => {
        [player.isPlaying, player.atUs] = [us < player.endUs, Math.min(us, player.endUs)];
        player.keepInWindow();
    };
    player.tick();
    livePage.controls.changed();
    livePage.textMs = undefined;
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
})"""
# The blocks of a picture that have changed since the last call, as one picture that is transparent between them; null
# if there are none. Compares with the pictures as a browser decodes them.
ENCODE = f"""(async (text) => {{
    const [width, height, side] = [{WIDTH}, {HEIGHT}, 16];
    const decode = async (url) => {{
        const image = new Image();
        image.src = url;
        await image.decode();
        return image;
    }};
    const contextOf = (width, height) => Object.assign(document.createElement('canvas'), {{ width, height }})
        .getContext('2d', {{ willReadFrequently: true }});
    const pixels = (context) => context.getImageData(0, 0, width, height).data;
    const truth = contextOf(width, height);
    truth.drawImage(await decode(`data:image/png;base64,${{text}}`), 0, 0);
    const now = pixels(truth);
    const kept = globalThis.kept ??= {{ shown: contextOf(width, height), isFresh: new Set() }};
    const shown = pixels(kept.shown);
    const isOff = (other, left, top, limit) => {{
        if (!other) return true;
        for (let y = top; y < Math.min(top + side, height); y += 1) for (let x = left; x < left + side; x += 1) {{
            const at = 4 * (y * width + x);
            for (let channel = 0; channel < 3; channel += 1) {{
                if (Math.abs(now[at + channel] - other[at + channel]) > limit) return true;
            }}
        }}
        return false;
    }};
    const blocks = [];
    for (let top = 0; top < height; top += side) for (let left = 0; left < width; left += side) {{
        const key = `${{left}},${{top}}`;
        const hasChanged = isOff(kept.before, left, top, 0);
        const wasFresh = kept.isFresh.delete(key);
        if (hasChanged) kept.isFresh.add(key);
        if (hasChanged || (wasFresh && isOff(shown, left, top, {MAXIMUM_OFF}))) blocks.push([left, top]);
    }}
    kept.before = now;
    if (blocks.length === 0) return 'null';
    const ends = (at) => [Math.min(...blocks.map((it) => it[at])), Math.max(...blocks.map((it) => it[at])) + side];
    const [[left, right], [top, bottom]] = [ends(0), ends(1)];
    const box = [left, top, right - left, Math.min(bottom, height) - top];
    const changed = contextOf(box[2], box[3]);
    for (const [x, y] of blocks) changed.drawImage(truth.canvas, x, y, side, side, x - left, y - top, side, side);
    const url = changed.canvas.toDataURL('image/webp', {QUALITY});
    kept.shown.drawImage(await decode(url), left, top);
    return JSON.stringify([box, url.split(',')[1]]);
}})"""
# The share of pixels of each box that two pictures show differently.
DIFFERENCES = """(async (one, other, boxes) => {
    const read = async (text) => {
        const image = new Image();
        image.src = `data:image/png;base64,${text}`;
        await image.decode();
        const context = Object.assign(document.createElement('canvas'), { width: image.width, height: image.height })
            .getContext('2d', { willReadFrequently: true });
        context.drawImage(image, 0, 0);
        return context;
    };
    const [a, b] = [await read(one), await read(other)];
    return JSON.stringify(boxes.map((box) => {
        const [these, those] = [a, b].map((context) => context.getImageData(...box).data);
        let count = 0;
        for (let at = 0; at < these.length; at += 4) {
            if ([0, 1, 2].some((channel) => Math.abs(these[at + channel] - those[at + channel]) > 60)) count += 1;
        }
        return 4 * count / these.length;
    }));
})"""
BOXES = f"""JSON.stringify({json.dumps(PARTS)}.map((id) => {{
    const {{ left, top, width, height }} = document.getElementById(id).getBoundingClientRect();
    return [left, top, width, height].map(Math.round);
}}))"""
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


async def show(page, milliseconds):
    await page.call("Page.bringToFront")
    await page.run(f"{SHOW}({milliseconds}e3)")


async def record(page, other):
    """A frame for each step, with what has changed in it."""
    frames = []
    for milliseconds in range(BEGIN_MS, END_MS, STEP_MS):
        await show(page, milliseconds)
        found = json.loads(await other.run(f"{ENCODE}({javascript(await page.picture())})"))
        if found:
            box, text = found
            frames.append([*box, STEP_MS, base64.b64decode(text)])
        else:
            frames[-1][4] += STEP_MS
    return joined(WIDTH, HEIGHT, frames)


async def test_the_moving_picture_shows_the_demo_as_the_page_does(scene):
    page, other = await page_of_demo(scene)
    if RECORD:
        FILE.write_bytes(await record(page, other))
    content = FILE.read_bytes()
    expect(len(content) < MAXIMUM_BYTES, f"{FILE.name} has {len(content)} bytes")
    boxes = await page.run(BOXES)
    shots = {}
    for step in (1, 12, 25, 39, 52, 64, 80, 95, 101):
        await show(page, BEGIN_MS + step * STEP_MS)
        shots[step] = png = await page.picture()
        await other.call("Page.bringToFront")
        count, duration, frame = json.loads(await other.run(f"{FRAME}({javascript(content)}, {step * STEP_MS + 1})"))
        expect_equal(duration, END_MS - BEGIN_MS, "the duration")
        expect(count > 60, f"it has {count} frames")
        off = json.loads(await other.run(f"{DIFFERENCES}({javascript(png)}, {json.dumps(frame)}, {boxes})"))
        wrong = {part: share for part, share in zip(PARTS, off) if share > MAXIMUM_SHARE}
        expect(not wrong, f"these parts differ at step {step}: {wrong}")
    # The comparison finds a picture of a page that is paused, or a picture of another step.
    await page.call("Page.bringToFront")
    await page.run("delete livePage.player.tick, livePage.controls.seek(livePage.player.atUs)")
    await page.run("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    for picture, parts in ((await page.picture(), ["controls", "state"]), (shots[95], ["headline", "recent"])):
        off = json.loads(await other.run(
            f"{DIFFERENCES}({javascript(shots[101])}, {javascript(picture)}, {boxes})"))
        found = {part: share for part, share in zip(PARTS, off) if share > MAXIMUM_SHARE}
        expect(set(parts) <= set(found), f"of {parts} only {found} differ")
