// A recipe's page without a browser: runs its script, and prints its changes of elements.
// recipe_page.mjs PAGE FOLDER-OF-MODULES URL ORIGIN
import { readFileSync } from "node:fs";

const [page, folder, url, origin] = process.argv.slice(2);
const Plain = globalThis.WebSocket;

// The bridge is at another address than gestured-web; browsers send a page's origin.
globalThis.WebSocket = class extends Plain {
  constructor() {
    super(url, { headers: { origin } });
  }
};

function module(text) {
  return "data:text/javascript," + encodeURIComponent(text);
}

const text = readFileSync(page, "utf8");
const ids = [...text.matchAll(/ id="([a-z]+)"/g)].map((match) => match[1]);
globalThis.document = {
  getElementById(id) {
    if (!ids.includes(id)) throw new Error(`the page has no ${id}`);
    return new Proxy({ addEventListener() {} }, {
      set: (element, name, value) => { console.log(id, name, value); return Reflect.set(element, name, value); },
    });
  },
};
const script = text.match(/<script type="module">(.*)<\/script>/s)[1];
await import(module(script.replace(/"\.\/(\w+\.js)"/, (_, name) =>
  JSON.stringify(module(readFileSync(`${folder}/${name}`, "utf8"))))));
