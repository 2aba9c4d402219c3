"""The cost of drawing a frame of the live page, in a headless Chromium without a graphics card.

The cost is processor time of the page's thread. Other programs of a busy machine prolong the time on a clock; they
prolong processor time only by emptying the processor's caches.
"""

import math

from scene import expect, expect_equal

# The maximum cost of the page's own code in a frame, in ms: of half of the frames, and of 95 %.
BUDGET_MS = {0.5: 4, 0.95: 8}
# Plays the last five seconds of a recording by a clock that advances with each frame: a busy machine shows as many
# frames, only later.
PLAY = """
    let nowMs = performance.now();
    livePage.frame = () => livePage.draw(nowMs += 1000 / 20);
    livePage.controls.seek(livePage.player.endUs - 5e6);
    livePage.controls.toggle();
"""
PATIENCE = 75


async def measure(page, name):
    await page.start_trace()
    await page.run(PLAY)
    await page.wait_for("!livePage.player.isPlaying", f"the end of {name}", PATIENCE)
    times = sorted(await page.frame_times())
    expect(len(times) > 80, f"only {len(times)} frames")
    costs = {share: times[int(share * (len(times) - 1))] for share in BUDGET_MS}
    text = ", ".join(f"{share:.0%} within {ms:.2f} ms" for share, ms in costs.items())
    heap = await page.run("Math.round((performance.memory?.usedJSHeapSize ?? 0) / 2 ** 20)")
    print(f"      {name}: {text} of processor time; {len(times)} frames, heap {heap} MiB", flush=True)
    for share, ms in costs.items():
        expect(ms < BUDGET_MS[share], f"{text}: the budget is {BUDGET_MS}")
    expect(heap < 120, f"the page takes {heap} MiB")


async def test_frames_of_the_demo_are_drawn_in_time(scene):
    await measure(await scene.page_in_one_file(), "demo")


def ten_fingers(seconds):
    """A recording of ten fingers that circle, 120 frames per second, in the format of evemu."""
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


async def test_frames_of_ten_fingers_at_120_hz_are_drawn_in_time(scene):
    recording = scene.folder / "ten.evemu"
    recording.write_text(ten_fingers(12))
    page = await scene.page_in_one_file()
    await page.choose_file("#file", recording)
    await page.wait_for("livePage.player.fileName === 'ten.evemu'", "the recording")
    expect_equal(await page.run("livePage.player.view.tracks.length"), 10, "fingers")
    await measure(page, "ten fingers")
