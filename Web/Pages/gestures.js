// Gestures of gestured on the elements of a page: docs/gestures-js.md.

const DEFAULT_URL = "ws://127.0.0.1:8765/gestures";
const [FIRST_PAUSE_MS, LAST_PAUSE_MS] = [500, 10_000];
const FOLLOW_MS = 20;
// A zone that is added again forgets its taps: wait until no further one of a double tap can follow.
const REST_MS = 500;
const MAXIMUM_ZONES = 8;
// The daemon's list "default".
const DEFAULT_GESTURES = ["tap", "long_press", "drag", "swipe", "magnify", "rotate", "deep_press"];

// The lines of gestured.

// Connections whose handlers have not received a line of gestured.
const unconfirmed = new Set();
let hasConnected = false;

/** Calls `onLine` with each line of a gesture, for as long as the page exists. */
export function listen(onLine, options) {
  new Connection(options, onLine).open();
}

/** Passes a line to the handlers as if gestured had sent it; false once the page has had a connection. */
export function inject(line) {
  if (hasConnected) return false;
  for (const connection of unconfirmed) connection.inject(line);
  return true;
}

/** Connects again after each loss. `onReply` receives lines that are no gestures, and a function for requests. */
class Connection {
  #active = new Map();
  #pauseMs = FIRST_PAUSE_MS;

  constructor({ url = DEFAULT_URL, subscription = {} } = {}, onLine, onReply = () => {}) {
    this.url = url;
    this.subscription = subscription;
    this.onLine = onLine;
    this.onReply = onReply;
    unconfirmed.add(this);
  }

  open() {
    const socket = new WebSocket(this.url);
    const send = (request) => {
      if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(request));
    };
    socket.onopen = () => send({ type: "subscribe", ...this.subscription });
    socket.onmessage = ({ data }) => this.#handle(JSON.parse(data), send);
    socket.onclose = ({ reason }) => {
      if (reason) console.warn(reason);
      // Injected gestures do not depend on attempts to connect that fail.
      if (hasConnected) this.#cancelAll("disconnected");
      setTimeout(() => this.open(), this.#pauseMs);
      this.#pauseMs = Math.min(2 * this.#pauseMs, LAST_PAUSE_MS);
    };
  }

  inject(line) {
    if (passes(line, this.subscription)) this.#receive(line);
  }

  #handle(line, send) {
    // Only a connection that gestured has accepted has numbered lines.
    if (line.seq) this.#confirm();
    if (line.type === "gesture") this.#receive(line);
    else this.onReply(line, send);
  }

  #confirm() {
    hasConnected = true;
    this.#pauseMs = FIRST_PAUSE_MS;
    if (unconfirmed.delete(this)) this.#cancelAll("connected");
  }

  #receive(line) {
    if (isActive(line)) this.#active.set(line.id, line);
    else this.#active.delete(line.id);
    attempt(this.onLine, line);
  }

  #cancelAll(reason) {
    for (const line of [...this.#active.values()]) this.#receive({ ...line, phase: "cancelled", reason });
  }
}

function isActive({ phase }) {
  return phase === "began" || phase === "changed";
}

function passes(line, { gestures, names, zones, phases, fingers: [fewest, most] = [1, Infinity] }) {
  const filters = [[gestures, line.gesture], [names, line.name], [zones, line.zone], [phases, line.phase]];
  return filters.every(([list, value]) => list?.includes(value) ?? true)
    && line.fingers >= fewest && line.fingers <= most;
}

/** Reports an exception of a handler to the console, so that the other handlers are still called. */
function attempt(handler, line) {
  try {
    handler(line);
  } catch (error) {
    reportError(error);
  }
}

// Elements with handlers.

// The records of elements, by element.
const records = new Map();
// Active gestures by `id`: the element on which each began, and the elements that it still reaches.
const routes = new Map();
let options;
let recognised;
let sendRequest;
let freeZones = 0;
let lastZoneNumber = 0;
let topLevel = 0;
// The fingers of which the browser knows.
let touches = [];

/** Calls `handler` with each line of a gesture that begins on the element or inside it; returns what ends that. */
export function on(element, gesture, handler, pageOptions = {}) {
  if (!options) start(pageOptions);
  const listener = { gesture, handler };
  if (!records.has(element)) records.set(element, makeRecord(element));
  const { listeners } = records.get(element);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

/** The place of the touch surface in the page's coordinates. */
export function surface() {
  return options?.surface?.() ?? new DOMRect(0, 0, innerWidth, innerHeight);
}

function start({ url, subscription, devices, gestures = "default", surface }) {
  options = { devices, gestures, surface };
  recognised = new Set(recognisedBy(gestures));
  new Connection({ url, subscription: { devices, ...subscription } }, deliver, handleReply).open();
  setInterval(followElements, FOLLOW_MS);
  for (const name of ["touchstart", "touchend", "touchcancel"]) {
    addEventListener(name, (event) => { touches = [...event.touches]; }, { capture: true, passive: true });
  }
}

/** The kinds and names of a list of gestures, which is as in `add_zone`. */
function recognisedBy(list) {
  if (list === "default") return DEFAULT_GESTURES;
  if (Array.isArray(list)) return list.flatMap((entry) => [...Object.keys(entry), entry.name]);
  const { from, without = [], with: added = [] } = list;
  return [...recognisedBy(from).filter((name) => !without.includes(name)), ...recognisedBy(added)];
}

function makeRecord(element) {
  lastZoneNumber += 1;
  return {
    element,
    listeners: new Set(),
    // Its zone. `place` is the rectangle that was requested last, as text, or "" without a zone.
    zone: `element-${lastZoneNumber}`,
    place: "",
    isAwaitingReply: false,
    // Zones with greater numbers are above.
    level: 0,
    restsUntilMs: 0,
  };
}

// The path of a gesture: from the element on which it began up to its ancestors.

/** Calls the handlers for a line, from the innermost element outwards. */
function deliver(line) {
  const isNew = !routes.has(line.id);
  const route = routes.get(line.id) ?? makeRoute(line);
  const unreached = route.path.splice(callPath(route, line));
  // A handler that stops a gesture later than at its first line takes it from the ancestors.
  if (!isNew) {
    callPath({ ...route, path: unreached }, { ...line, phase: "cancelled", reason: line.reason ?? "stopped" });
  }
  if (isActive(line)) routes.set(line.id, route);
  else routes.delete(line.id);
  const record = recordOfZone(line.zone);
  if (record) record.restsUntilMs = performance.now() + REST_MS;
}

/** Calls the handlers of each element of a path, unless one stops that; returns how many elements were reached. */
function callPath({ target, path, hasKind }, line) {
  let isStopped = false;
  const gesture = { ...line, target, stopPropagation: () => { isStopped = true; } };
  for (const [index, element] of path.entries()) {
    gesture.currentTarget = element;
    const listeners = records.get(element)?.listeners ?? new Set();
    for (const listener of [...listeners]) {
      const isWanted = listener.gesture === line.name || (hasKind && listener.gesture === line.gesture);
      if (isWanted && listeners.has(listener)) attempt(listener.handler, gesture);
    }
    if (isStopped) return index + 1;
  }
  return path.length;
}

function makeRoute(line) {
  const record = recordOfZone(line.zone);
  const target = targetOf(line, record);
  // A further zone of the configuration has a purpose of its own: its gestures are received by their names.
  const hasKind = Boolean(record) || line.zone === "screen";
  const isReceived = target && (hasKind || line.name !== line.gesture);
  const path = isReceived ? [...upwards(target)].filter((element) => records.has(element)) : [];
  return { zone: line.zone, target, path, hasKind };
}

/** The innermost element on which a gesture began, as far as it can be known. */
function targetOf(line, record) {
  const found = elementAt(landingPoint(line));
  if (!record) return found;
  for (const element of found ? upwards(found) : []) {
    if (element === record.element) return found;
    // Fingers on the element would be in its zone: only the middle between them is on it.
    if (records.get(element)?.level > record.level) break;
  }
  return record.element;
}

/** Where the middle of the fingers landed, in the page's coordinates; NaN where positions are private. */
function landingPoint(line) {
  const { x, y, width, height } = surface();
  const landed = (share, mm, movedMm) => share - (share * movedMm / mm || 0);
  return [
    x + width * landed(line.x, line.x_mm, line.dx_mm),
    y + height * landed(line.y, line.y_mm, line.dy_mm),
  ];
}

function elementAt([x, y]) {
  if (document.hidden || Number.isNaN(x + y)) return null;
  let found = document.elementFromPoint(x, y);
  let inside = found;
  while ((inside = inside?.shadowRoot?.elementFromPoint(x, y)) && inside !== found) found = inside;
  return found;
}

/** The element and its ancestors, also those beyond a shadow root. */
function* upwards(element) {
  for (let each = element; each; each = each.parentElement ?? each.parentNode?.host) yield each;
}

function isInside(inner, outer) {
  return [...upwards(inner)].includes(outer);
}

function recordOfZone(zone) {
  return [...records.values()].find((record) => record.zone === zone);
}

// Zones follow their elements.

function handleReply({ type, id, ok }, send) {
  if (type === "hello") {
    sendRequest = send;
    freeZones = MAXIMUM_ZONES;
    for (const record of records.values()) Object.assign(record, { place: "", isAwaitingReply: false, level: 0 });
  }
  const record = type === "reply" && recordOfZone(id);
  if (!record) return;
  record.isAwaitingReply = false;
  // The daemon permits no zones, or no more of them.
  if (ok) return;
  freeZones = 0;
  Object.assign(record, { place: "", level: 0 });
}

/** Adds, moves and removes zones, so that each element has one, as far as there are enough. */
function followElements() {
  const all = surface();
  const isInTheWay = zonesInTheWay();
  const added = [];
  for (const record of [...records.values()]) {
    const { element, listeners, place, isAwaitingReply } = record;
    if (!listeners.size && !place) records.delete(element);
    if (isAwaitingReply) continue;
    const rect = listeners.size && !document.hidden ? rectOf(element, all) : null;
    const isUnwanted = isInTheWay(element);
    if (!place && rect && !isUnwanted) added.push({ record, rect });
    if (!place) continue;
    if (!rect || ((isUnwanted || isBelowOuter(record)) && isIdle(record))) remove(record);
    else move(record, rect);
  }
  // The newer of two zones is above.
  const chosen = added.slice(0, Math.max(freeZones, 0));
  chosen.sort((one, other) => depth(one.record.element) - depth(other.record.element));
  for (const { record, rect } of chosen) add(record, rect);
}

/** The distances of an element from the sides of the surface, as shares of it; null if no part of it is visible. */
function rectOf(element, all) {
  const { left, top, right, bottom } = element.getBoundingClientRect();
  const share = (distance, length) => Number(Math.max(distance / length, 0).toFixed(4));
  const rect = {
    x: share(left - all.left, all.width), y: share(top - all.top, all.height),
    right: share(all.right - right, all.width), bottom: share(all.bottom - bottom, all.height),
  };
  return rect.x + rect.right < 1 && rect.y + rect.bottom < 1 ? rect : null;
}

/**
 * A function that returns whether a zone of an element would be in the way of handlers for gestures that zones do not
 * recognise: such handlers, of the element or one around it or inside it, need the fingers for the configuration.
 */
function zonesInTheWay() {
  const asking = new Set();
  const around = new Set();
  for (const { element, listeners } of records.values()) {
    if ([...listeners].every(({ gesture }) => recognised.has(gesture))) continue;
    asking.add(element);
    for (const outer of upwards(element)) around.add(outer);
  }
  return (element) => around.has(element) || [...upwards(element)].some((outer) => asking.has(outer));
}

/** Whether the zone of an outer element is above that of the record. */
function isBelowOuter({ element, level }) {
  return [...upwards(element)].some((outer) => records.get(outer)?.level > level);
}

/** Whether no finger is in a zone, as far as the page can know: removing the zone would end its gestures. */
function isIdle({ element, zone, restsUntilMs }) {
  return performance.now() > restsUntilMs
    && !touches.some(({ target }) => isInside(target, element))
    && ![...routes.values()].some((route) => route.zone === zone);
}

function depth(element) {
  return [...upwards(element)].length;
}

function add(record, rect) {
  const { devices, gestures } = options;
  freeZones -= 1;
  topLevel += 1;
  request(record, "add_zone", JSON.stringify(rect), { rect, devices, gestures });
  record.level = topLevel;
}

function move(record, rect) {
  const place = JSON.stringify(rect);
  if (place !== record.place) request(record, "move_zone", place, { rect });
}

function remove(record) {
  freeZones += 1;
  request(record, "remove_zone", "");
  record.level = 0;
}

function request(record, type, place, members) {
  sendRequest({ type, id: record.zone, name: record.zone, ...members });
  Object.assign(record, { place, isAwaitingReply: true });
}
