// The column beside the glass: the gesture in large letters, those before it, why others did not come, the panel.

import { reasonsAt } from "./model.js";
import { panelFacts, reasonOf, timeOf, titleOf, valuesOf } from "./words.js";

const MOST_RECENT = 5;
const MOST_REASONS = 8;
/** How long a gesture that is over stays in large letters, in microseconds. */
const HEADLINE_US = 8e6;
const COLOURED = new Set(["tap", "press", "long_press", "drag", "swipe", "magnify", "rotate", "deep_press", "force",
  "stroke"]);

const byId = (id) => document.getElementById(id);
const kindOf = (gesture) => (COLOURED.has(gesture.kind) ? gesture.kind : "other");

/** Changes the text of an element only where it is another. */
function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

function setKind(element, kind) {
  if (element.dataset.kind !== kind) element.dataset.kind = kind;
}

function phaseOf(gesture, us) {
  if (us < gesture.endedUs) return "going on";
  return gesture.isCancelled ? `cancelled: ${reasonOf(gesture)}` : "recognised";
}

export class Panel {
  constructor() {
    this.rows = Array.from({ length: MOST_RECENT }, () => {
      const row = document.createElement("li");
      row.append(...["time", "b", "span"].map((name) => document.createElement(name)));
      return row;
    });
    byId("recent").append(...this.rows);
    this.factsKey = "";
    this.reasonsKey = "";
  }

  /** Shows an instant; where there is nothing, what may come is said by `isLive` and `mayExplain`. */
  draw({ view, atUs, mode, beginUs }, { isLive, mayExplain }) {
    const begun = view.gestures.filter((gesture) => gesture.beganUs <= atUs);
    this.drawHeadline(begun, atUs, isLive);
    const zeroUs = mode === "recording" ? beginUs : undefined;
    this.rows.forEach((row, at) => this.drawRow(row, begun[begun.length - 1 - at], atUs, zeroUs));
    this.drawReasons(view, atUs, isLive && !mayExplain);
    this.drawFacts(view);
  }

  drawHeadline(begun, us, isLive) {
    const active = begun.filter((gesture) => gesture.isActiveAt(us));
    const gesture = active.at(-1) ?? begun.at(-1);
    const isShown = gesture && us - Math.min(gesture.endedUs, us) < HEADLINE_US;
    setKind(byId("headline"), isShown ? kindOf(gesture) : "none");
    setText(byId("gesture"), isShown ? titleOf(gesture) : "No touch");
    setText(byId("values"), isShown ? valuesOf(gesture.lineAt(us)).join(" \u00b7 ") : isLive ? "Touch the screen." : "");
    setText(byId("phase"), isShown ? phaseOf(gesture, us) : "");
  }

  drawRow(row, gesture, us, zeroUs) {
    const [time, name, values] = row.children;
    row.hidden = !gesture;
    if (!gesture) return;
    setKind(row, kindOf(gesture));
    setText(time, zeroUs === undefined
      ? `\u2212${Math.max((us - gesture.beganUs) / 1e6, 0).toFixed(1)} s` : timeOf(gesture.beganUs, zeroUs));
    setText(name, titleOf(gesture));
    const isCancelled = gesture.isCancelled && us >= gesture.endedUs;
    setText(values, isCancelled ? `cancelled: ${reasonOf(gesture)}`
      : valuesOf(gesture.lineAt(us)).slice(0, 2).join(" \u00b7 "));
  }

  drawReasons(view, us, isRefused) {
    const weight = (line) => (line.reason === "fingers" ? 2 : line.reason === "lost" ? 1 : 0);
    const reasons = reasonsAt(view, us).sort((a, b) => weight(a) - weight(b)).slice(0, MOST_REASONS);
    const texts = reasons.map((line) => `${line.name.replaceAll("_", " ")}: ${line.text}`);
    if (texts.length === 0) {
      texts.push(isRefused ? "The daemon gives no reasons: set clients: { explain: true } in gestured.yaml."
        : "After each touch: why gestures did not come.");
    }
    const key = texts.join("\n");
    if (key === this.reasonsKey) return;
    this.reasonsKey = key;
    byId("reasons").replaceChildren(...texts.map((text) => Object.assign(document.createElement("li"), { textContent: text })));
  }

  drawFacts(view) {
    const devices = [...view.devices.values()];
    const key = JSON.stringify(devices);
    if (key === this.factsKey) return;
    this.factsKey = key;
    const rows = devices.flatMap((device) => [["Name", device.name], ...panelFacts(device)]);
    byId("panel").replaceChildren(...(rows.length ? rows : [["Name", "none"]]).flatMap(([name, value]) => [
      Object.assign(document.createElement("dt"), { textContent: name }),
      Object.assign(document.createElement("dd"), { textContent: value }),
    ]));
  }
}
