// The column beside the glass: the gesture in large letters, earlier gestures, why others were not recognised,
// and the facts about the panel.

import { reasonsAt, unrecognisedAt } from "./model.js";
import { commonValuesOf, kindValuesOf, panelFacts, reasonOf, timeOf, titleOf, valuesOf } from "./words.js";

const MAXIMUM_RECENT = 5;
const MAXIMUM_PANELS = 5;
const DOT = " \u00b7 ";
/** How long an ended gesture stays in large letters, in microseconds. */
const HEADLINE_US = 8e6;
const COLOURED = new Set(["tap", "press", "long_press", "drag", "swipe", "swipe_hold", "magnify", "rotate", "deep_press",
  "force", "stroke", "screen_reader"]);

const byId = (id) => document.getElementById(id);
const kindOf = (gesture) => (COLOURED.has(gesture.kind) ? gesture.kind : "other");

/** Changes the text of an element only if it differs. */
function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

function setKind(element, kind) {
  if (element.dataset.kind !== kind) element.dataset.kind = kind;
}

function phaseOf(gesture, us) {
  if (us < gesture.endedUs) return "active";
  return gesture.isCancelled ? `cancelled: ${reasonOf(gesture)}` : "recognised";
}

/** Why a gesture was not recognised. */
function sentenceOf(line) {
  return `${line.name.replaceAll("_", " ")}: ${line.text}`;
}

/** Reasons, those about the number of fingers last. */
function sorted(reasons) {
  const weight = (line) => (line.reason === "fingers" ? 2 : line.reason === "lost" ? 1 : 0);
  return reasons.sort((a, b) => weight(a) - weight(b));
}

/** The text of the list of reasons while it is empty. */
function hintOfReasons(isAbsent, isRefused) {
  if (isAbsent) return "The recording has no reasons.";
  return isRefused ? "The daemon gives no reasons: set clients: { explain: true } in gestured.yaml."
    : "After each touch: why gestures were not recognised.";
}

const NO_TOUCH = "No touch";

/** The title while nothing is recognised: how many fingers are down, or that the last touch is undecided. */
function titleOfTouch(count, isUndecided) {
  if (count > 0) return count === 1 ? "1 finger" : `${count} fingers`;
  return isUndecided ? "\u2026" : NO_TOUCH;
}

export class Panel {
  constructor() {
    this.rows = Array.from({ length: MAXIMUM_RECENT }, () => {
      const row = document.createElement("li");
      row.append(...["time", "b", "span"].map((name) => document.createElement(name)));
      return row;
    });
    byId("recent").append(...this.rows);
    this.factsKey = "";
    this.reasonsKey = "";
  }

  /** Shows an instant. If it has no gesture, `isLive`, `isAway` and `mayExplain` determine the hint. */
  draw({ view, atUs, mode, beginUs }, { isLive, isAway, mayExplain }) {
    const begun = view.gestures.filter((gesture) => gesture.beganUs <= atUs);
    const { missed, isUndecided } = unrecognisedAt(view, atUs);
    const count = view.tracks.filter((track) => track.isDownAt(atUs) && !track.isPalm).length;
    const title = titleOfTouch(count, isUndecided);
    this.drawHeadline(begun, atUs, { isLive, isAway, missed: sorted(missed)[0], title });
    const zeroUs = mode === "recording" ? beginUs : undefined;
    this.rows.forEach((row, at) => this.drawRow(row, begun[begun.length - 1 - at], atUs, zeroUs));
    // The facts are drawn first, because the reasons use the remaining room.
    this.drawFacts(view);
    const isAbsent = mode === "recording" && view.explanations.length === 0;
    this.drawReasons(view, atUs, hintOfReasons(isAbsent, isLive && !mayExplain));
  }

  drawHeadline(begun, us, { isLive, isAway, missed, title }) {
    const active = begun.filter((gesture) => gesture.isActiveAt(us));
    const gesture = active.at(-1) ?? begun.at(-1);
    const isFollowed = gesture && Math.min(gesture.endedUs, us) > missed?.time_us;
    const isMissed = missed && !isFollowed && us - missed.time_us < HEADLINE_US;
    const isShown = !isMissed && gesture && us - Math.min(gesture.endedUs, us) < HEADLINE_US;
    setKind(byId("headline"), isShown ? kindOf(gesture) : "none");
    const line = isShown ? gesture.lineAt(us) : undefined;
    const [own, common] = line ? [kindValuesOf(line), commonValuesOf(line)] : [[], []];
    // The state at the top shows that there is no connection.
    byId("gesture").hidden = !line && !isMissed && isAway;
    setText(byId("gesture"), line ? titleOf(gesture) : isMissed ? "No gesture" : title);
    // Without the name of the threshold, which the list has.
    const invitation = isLive && title === NO_TOUCH ? "Touch the screen." : "";
    const hint = isMissed ? sentenceOf(missed).replace(/ \([^)]*\)$/, "") : invitation;
    setText(byId("values"), line ? (own.length ? own : common).join(DOT) : hint);
    setText(byId("phase"), line ? [phaseOf(gesture, us), ...(own.length ? common : [])].join(DOT) : "");
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
      : valuesOf(gesture.lineAt(us)).slice(0, 2).join(DOT));
  }

  /** Makes the next draw replace the reasons: a page of another size has room for more or fewer rows. */
  invalidate() {
    this.reasonsKey = "";
  }

  drawReasons(view, us, hint) {
    const reasons = sorted(reasonsAt(view, us));
    const texts = reasons.length ? reasons.map(sentenceOf) : [hint];
    const key = texts.join("\n");
    if (key === this.reasonsKey) return;
    this.reasonsKey = key;
    const list = byId("reasons");
    const rowOf = (text) => Object.assign(document.createElement("li"), { textContent: text });
    list.replaceChildren(...texts.map(rowOf));
    // Rows that do not fit entirely are counted in a last one.
    const { bottom } = list.parentElement.getBoundingClientRect();
    const overflows = () => list.lastElementChild.getBoundingClientRect().bottom > bottom + 1;
    let omitted = 0;
    while (list.childElementCount > 1 && overflows()) {
      if (omitted > 0) list.lastElementChild.remove();
      list.lastElementChild.remove();
      omitted += 1;
      list.append(rowOf(`+${omitted} more`));
    }
  }

  /** Shows the known facts of a single panel, or one line for each of several. */
  drawFacts(view) {
    const devices = [...view.devices.values()];
    const key = JSON.stringify(devices);
    if (key === this.factsKey) return;
    this.factsKey = key;
    const isShort = devices.length > 1;
    const rows = isShort ? devices.slice(0, MAXIMUM_PANELS).map((device) => [
      device.output ?? device.name, `${device.width_mm} \u00d7 ${device.height_mm} mm${DOT}${device.slots} fingers`,
    ]) : devices.flatMap((device) => [["Name", device.name], ...panelFacts(device)]);
    if (devices.length > MAXIMUM_PANELS) rows.push(["", `and ${devices.length - MAXIMUM_PANELS} more`]);
    setText(byId("panel-title"), isShort ? "Panels" : "Panel");
    byId("panel").classList.toggle("is-short", isShort);
    byId("panel").replaceChildren(...(rows.length ? rows : [["Name", "none"]]).flatMap(([name, value]) => [
      Object.assign(document.createElement("dt"), { textContent: name }),
      Object.assign(document.createElement("dd"), { textContent: value }),
    ]));
  }
}
