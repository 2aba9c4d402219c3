// A page without a browser: listens like a page of the given origin, and prints the lines that it
// receives; with `shield`, what shieldWhileIdle does. page.mjs PATH-OF-bridge.js URL ORIGIN [shield]
import { readFileSync } from "node:fs";

const [path, url, origin] = process.argv.slice(2);
const Plain = globalThis.WebSocket;

// Browsers send a page's origin; here it must be set.
globalThis.WebSocket = class extends Plain {
  constructor(url) {
    super(url, { headers: { origin } });
  }
};

// A module regardless of its name, even for a Node that reads package.json.
const { listen, shieldWhileIdle } = await import("data:text/javascript," + encodeURIComponent(readFileSync(path)));
if (process.argv[5] === "shield") {
  // The part of an element that the shield uses.
  const prevented = [];
  shieldWhileIdle({
    addEventListener: (name, handler, { passive }) => {
      handler({ preventDefault: () => prevented.push(`${name} ${passive}`) });
      if (prevented.length === 2) console.log(prevented.join(", "));
    },
    set hidden(isHidden) { console.log(isHidden ? "down" : "up"); },
  }, { url });
} else listen((line) => console.log(line.name, line.phase, line.reason ?? line.direction ?? ""), {
  url, subscription: { phases: ["began", "ended", "cancelled"] },
});
