// A page without a browser, for the judge: prints each gesture that gestures.js delivers, as JSON.
// page.mjs PATH-OF-gestures.js URL ORIGIN [on]    with `on` those that reach an element which fills the page
import { readFileSync } from "node:fs";

const [path, url, origin, way] = process.argv.slice(2);
const Plain = globalThis.WebSocket;

// Browsers send a page's origin; here it must be set.
globalThis.WebSocket = class extends Plain {
  constructor(address) {
    super(address, { headers: { origin } });
  }
};

// The part of a document that `on` uses, with one element.
const element = {
  nodeType: 1, parentElement: null, isConnected: true,
  getBoundingClientRect: () => ({ left: 0, top: 0, right: 1000, bottom: 500 }),
};
Object.assign(globalThis, {
  Node: { ELEMENT_NODE: 1 }, innerWidth: 1000, innerHeight: 500, addEventListener: () => {},
  document: { hidden: false, elementFromPoint: () => element },
  DOMRect: class { constructor(x, y, width, height) {
    Object.assign(this, { x, y, width, height, left: x, top: y, right: x + width, bottom: y + height });
  } },
  reportError: (error) => { throw error; },
});
const KINDS = ["tap", "press", "long_press", "drag", "swipe", "magnify", "rotate", "deep_press", "force", "stroke",
  "simultaneous", "sequence", "exclusive"];

const { listen, on } = await import("data:text/javascript," + encodeURIComponent(readFileSync(path)));
const print = ({ target, currentTarget, stopPropagation, ...line }) => console.log(JSON.stringify(line));
if (way !== "on") listen(print, { url });
else for (const kind of KINDS) on(element, kind, print, { url });
