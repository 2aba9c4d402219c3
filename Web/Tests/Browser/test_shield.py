"""shield.js: how it connects again."""

import json

from scene import PAGES, expect, expect_equal

# Connections that fail at once, except where `accept` is set: then `hello` is received first. Timers are recorded, not
# waited for.
SCRIPT = """(async () => {
    globalThis.pauses = [];
    globalThis.accept = false;
    globalThis.setTimeout = (call, ms) => { pauses.push(ms); globalThis.again = call; };
    globalThis.WebSocket = class {
        constructor() {
            queueMicrotask(() => {
                if (accept) this.onmessage({ data: '{"type":"snapshot_end","seq":1}' });
                this.onclose({});
            });
        }
        send() {}
    };
    const { shieldWhileIdle } = await import('./shield.js');
    globalThis.shield = document.body.appendChild(document.createElement('div'));
    shieldWhileIdle(shield);
    await Promise.resolve();
})()"""
NEXT = "(async () => { again(); await Promise.resolve(); await Promise.resolve(); })()"


async def test_the_shield_connects_again_after_longer_and_longer_pauses_until_it_is_accepted(scene):
    folder = scene.folder / "page"
    folder.mkdir()
    (folder / "index.html").write_text("<!doctype html><title>page</title>")
    (folder / "shield.js").write_text((PAGES / "shield.js").read_text())
    page = await scene.open_page(f"{scene.serve_folder(folder)}/index.html")
    await page.run(SCRIPT)
    await page.wait_for("pauses.length === 1", "the first pause")
    for _ in range(6):
        await page.run(NEXT)
    pauses = json.loads(await page.run("JSON.stringify(pauses)"))
    expect_equal(pauses, [500, 1000, 2000, 4000, 8000, 10_000, 10_000], "pauses of refused connections")
    await page.run("accept = true")
    await page.run(NEXT)
    await page.run("accept = false")
    await page.run(NEXT)
    pauses = json.loads(await page.run("JSON.stringify(pauses.slice(7))"))
    expect_equal(pauses, [500, 1000], "pauses after an accepted connection")
    expect(await page.run("shield.hidden"), "the shield covers the page without a connection")
