// A page without a browser, for the judge: prints each gesture that gestures.js delivers, as JSON.
// page.mjs PATH-OF-gestures.js URL ORIGIN
import { readFileSync } from "node:fs";

const [path, url, origin] = process.argv.slice(2);
const Plain = globalThis.WebSocket;

// Browsers send a page's origin; here it must be set.
globalThis.WebSocket = class extends Plain {
  constructor(address) {
    super(address, { headers: { origin } });
  }
};

const { listen } = await import("data:text/javascript," + encodeURIComponent(readFileSync(path)));
listen((line) => console.log(JSON.stringify(line)), { url });
