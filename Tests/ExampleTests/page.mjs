// A page without a browser: listens as a page of that origin does, and prints what it gets.
// page.mjs PATH-OF-gestures.js URL ORIGIN
import { readFileSync } from "node:fs";

const [path, url, origin] = process.argv.slice(2);
const Plain = globalThis.WebSocket;

// Browsers send where a page comes from; here it has to be set.
globalThis.WebSocket = class extends Plain {
  constructor(url) {
    super(url, { headers: { origin } });
  }
};

// A module whatever its name, also for a Node that asks package.json.
const { listen } = await import("data:text/javascript," + encodeURIComponent(readFileSync(path)));
listen((line) => console.log(line.name, line.phase, line.reason ?? line.direction ?? ""), {
  url, subscription: { phases: ["began", "ended", "cancelled"] },
});
