"""The cost of drawing a frame of the live page, in a headless Chromium without a graphics card."""

import json
import math

from scene import PERMISSIVE, expect
from test_live import state

# The maximum time of a frame at 60 Hz in the page's own code, at the 95th percentile, in ms.
BUDGET_MS = 12
# Measures the work of each frame, and the time from frame to frame, in ms, until `until()` is true.
MEASURE = """(async (until) => {
    const work = [], between = [];
    const draw = livePage.draw.bind(livePage);
    let before;
    livePage.frame = (nowMs) => {
        const begin = performance.now();
        draw(nowMs);
        work.push(performance.now() - begin);
        if (before !== undefined) between.push(nowMs - before);
        before = nowMs;
    };
    await new Promise((done) => { (function poll() { until() ? done() : setTimeout(poll, 100); })(); });
    const spread = (values) => {
        const sorted = values.sort((a, b) => a - b);
        const at = (share) => Math.round(sorted[Math.floor(share * (sorted.length - 1))] * 100) / 100;
        return { count: values.length, p50: at(0.5), p95: at(0.95), max: at(1) };
    };
    return JSON.stringify({ work: spread(work), between: spread(between),
        heap: Math.round((performance.memory?.usedJSHeapSize ?? 0) / 2 ** 20) });
})"""


def report(name, measured):
    work, between = measured["work"], measured["between"]
    print(f"      {name}: work p50 {work['p50']} p95 {work['p95']} max {work['max']} ms; "
          f"frame to frame p50 {between['p50']} p95 {between['p95']} max {between['max']} ms; "
          f"{work['count']} frames, heap {measured['heap']} MB", flush=True)
    expect(work["count"] > 60, f"only {work['count']} frames")
    expect(work["p95"] < BUDGET_MS, f"a frame takes {work['p95']} ms at the 95th percentile")


async def test_frames_of_the_demo_are_drawn_in_time(scene):
    await scene.serve_web("--own-page")
    await scene.serve_daemon()
    page = await scene.live_page()
    await state(page, "live")
    report("demo", json.loads(await page.run(f"{MEASURE}(() => livePage.player.live.newestUs >= 12.6e6)")))


def ten_fingers(seconds):
    """A recording of ten fingers that circle, 120 frames a second, in the format of evemu."""
    rows = ["# EVEMU 1.3", "N: Ten Fingers", "I: 0018 1209 0001 0100", "P: 02 00 00 00 00 00 00 00",
            "B: 00 0b 00 00 00 00 00 00 00", "B: 03 00 00 00 00 00 80 e1 06", "A: 2f 0 9 0 0 0",
            "A: 35 0 34400 0 0 100", "A: 36 0 19400 0 0 100", "A: 39 0 65535 0 0 0", "A: 3a 0 255 0 0 0"]
    for frame in range(seconds * 120):
        stamp = f"E: {1 + frame // 120}.{frame % 120 * 8333:06d}"
        for slot in range(10):
            angle = frame / 40 + slot
            x = 3000 + slot % 5 * 7000 + 1500 * math.cos(angle)
            y = 5000 + slot // 5 * 9000 + 1500 * math.sin(angle)
            rows.append(f"{stamp} 0003 002f {slot}")
            if frame == 0:
                rows.append(f"{stamp} 0003 0039 {slot + 1}")
            rows += [f"{stamp} 0003 0035 {x:.0f}", f"{stamp} 0003 0036 {y:.0f}",
                     f"{stamp} 0003 003a {120 + 60 * math.sin(angle):.0f}"]
        rows.append(f"{stamp} 0000 0000 0")
    return "\n".join(rows) + "\n"


async def test_frames_of_ten_fingers_at_120_hz_are_drawn_in_time_in_bounded_memory(scene):
    await scene.serve_web("--own-page")
    recording = scene.folder / "ten.evemu"
    recording.write_text(ten_fingers(12))
    await scene.serve_daemon(recording, config=PERMISSIVE + "hands: 1\n")
    page = await scene.live_page()
    await state(page, "live")
    measured = json.loads(await page.run(f"{MEASURE}(() => livePage.player.live.newestUs >= 11.5e6)"))
    report("ten fingers", measured)
    expect(await page.run("livePage.player.live.down.size") == 10, "there are not ten fingers")
    expect(measured["heap"] < 120, f"the page takes {measured['heap']} MB")
