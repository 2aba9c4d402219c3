// Gestures of gestured on the elements of a page: docs/gestures-js.md.

const DEFAULT_URL = "ws://127.0.0.1:8765/gestures";
const [FIRST_PAUSE_MS, LAST_PAUSE_MS] = [500, 10_000];
const FOLLOW_MS = 20;
// A zone that is added again forgets its taps: wait until no further one of a double tap can follow.
const REST_MS = 500;
const MAXIMUM_ZONES = 8;
// The pause after which zones that the daemon did not permit are requested again.
const REFUSAL_MS = 5_000;
// The last share of the surface that is on the page.
const LAST_SHARE = 0.9999;
// The daemon's list "default", and the kinds that always take several fingers.
const DEFAULT_GESTURES = ["tap", "long_press", "drag", "swipe", "magnify", "rotate", "deep_press"];
const KINDS_OF_SEVERAL = ["magnify", "rotate"];

// The lines of gestured.

// Connections whose handlers have not received a line of gestured.
const unconfirmed = new Set();
let hasConnected = false;

/** Calls `onLine` with each line of a gesture, for as long as the page exists. */
export function listen(onLine, options) {
  new Connection(options, (line) => { if (isPassed(line, options?.subscription)) onLine(line); }).open();
}

/** Passes a line to the handlers as if gestured had sent it; false once the page has had a connection. */
export function inject(line) {
  if (hasConnected) return false;
  for (const connection of unconfirmed) connection.inject(line);
  return true;
}

/** Connects again after each loss. `onReply` receives lines other than gestures, and a function for requests. */
class Connection {
  #active = new Map();
  #pauseMs = FIRST_PAUSE_MS;

  constructor({ url = DEFAULT_URL, subscription = {} } = {}, onLine, onReply = () => {}) {
    Object.assign(this, { url, subscription: withEnds(subscription), onLine, onReply });
  }

  open() {
    const socket = new WebSocket(this.url);
    if (!hasConnected) unconfirmed.add(this);
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
    if (line.type === "device") return this.onReply(line);
    const { x, y, x_mm, y_mm, ...others } = line;
    if (passes(line, this.subscription)) this.#receive(this.subscription.positions === false ? others : line);
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

/** A subscription that has the ends of gestures in any case: without them each gesture would be active for ever. */
function withEnds({ phases, ...others }) {
  return { ...others, phases: phases && [...new Set([...phases, "ended", "cancelled"])] };
}

/** Whether handlers receive a line: not an end that only this module needs. */
function isPassed({ phase }, { phases } = {}) {
  return phases?.includes(phase) ?? true;
}

function passes(line, { gestures, names, zones, phases, fingers }) {
  const filters = [[gestures, line.gesture], [names, line.name], [zones, line.zone], [phases, line.phase]];
  return filters.every(([list, value]) => list?.includes(value) ?? true)
    && (!fingers || (line.fingers >= fingers[0] && line.fingers <= fingers[1]));
}

/** Reports an exception of a handler to the console, so that the other handlers are still called. */
function attempt(handler, line) {
  try {
    handler(line);
  } catch (error) {
    reportError(error);
  }
}

// Elements with handlers: their records, by element.

const records = new Map();
// Active gestures by `id`: the elements on which each began, the innermost first, and those that it still reaches.
const routes = new Map();
// The elements on which recent touches landed, the innermost first.
const landings = new Map();
const devicesById = new Map();
let options;
// Whether a gesture takes several fingers, by the kinds and names that zones recognise.
let recognised;
let sendRequest;
let addsZonesFromMs = Infinity;
let restsUntilMs = 0;
let [lastZoneNumber, topLevel] = [0, 0];
// The fingers of which the browser knows.
let touches = [];

/**
 * Calls `handler` with each line of a gesture that begins on the element or inside it; returns a function that ends
 * the calls.
 */
export function on(element, gesture, handler, pageOptions = {}) {
  if (element?.nodeType !== Node.ELEMENT_NODE) throw new TypeError(`on: expected an element, found ${element}`);
  if (!options) start(pageOptions);
  const listener = { gesture, handler };
  if (!records.has(element)) records.set(element, makeRecord(element));
  const { listeners } = records.get(element);
  listeners.add(listener);
  return () => { listeners.delete(listener); };
}

/** The rectangle of the touch surface in the page's coordinates. */
export function surface() {
  return options?.surface?.() ?? new DOMRect(0, 0, innerWidth, innerHeight);
}

function start({ url, subscription, devices, gestures = "default", surface }) {
  recognised = new Map(recognisedBy(gestures));
  new Connection({ url, subscription: { devices, ...subscription } }, deliver, handleReply).open();
  // Only now: a call that has thrown has no effect.
  options = { devices, gestures, surface, subscription };
  setInterval(followElements, FOLLOW_MS);
  for (const name of ["touchstart", "touchend", "touchcancel"]) {
    addEventListener(name, (event) => { touches = [...event.touches]; }, { capture: true, passive: true });
  }
}

/** The kinds and names of a list of gestures, as in `add_zone`, and whether each takes several fingers. */
function recognisedBy(list) {
  if (list === "default") return DEFAULT_GESTURES.map((kind) => [kind, KINDS_OF_SEVERAL.includes(kind)]);
  if (Array.isArray(list)) return list.flatMap(recognisedByEntry);
  if (!list?.from) throw new TypeError(`on: gestures: expected "default" or a list, found ${JSON.stringify(list)}`);
  const { from, without = [], with: added = [] } = list;
  return [...recognisedBy(from).filter(([name]) => !without.includes(name)), ...recognisedBy(added)];
}

function recognisedByEntry(entry) {
  // Only kinds have thresholds or parts. `simultaneous` may have names.
  const kind = Object.keys(entry).find((key) => typeof [entry[key]].flat()[0] === "object");
  const isOfSeveral = KINDS_OF_SEVERAL.includes(kind);
  return [[kind, isOfSeveral], [entry.name ?? kind, isOfSeveral || entry[kind]?.fingers > 1]];
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
    // Zones with greater numbers are above, even when they are added again.
    level: Number.MAX_VALUE,
    restsUntilMs: 0,
  };
}

// The path of a gesture: from the element on which it began up to its ancestors.

/** Calls the handlers for a line, from the innermost element outwards. */
function deliver(line) {
  const isNew = !routes.has(line.id);
  const route = routes.get(line.id) ?? makeRoute(line);
  if (line.duration_us) landings.set(touchOf(line), route.elements);
  const unreached = route.path.splice(callPath(route, line));
  // A handler that stops a gesture later than at its first line takes it from all ancestors.
  if (!isNew) {
    const cancelled = { ...line, phase: "cancelled", reason: line.reason ?? "stopped" };
    for (const element of unreached) callPath({ ...route, path: [element] }, cancelled);
  }
  if (isActive(line)) routes.set(line.id, route);
  else routes.delete(line.id);
  restsUntilMs = performance.now() + REST_MS;
  const record = recordOfZone(line.zone);
  if (record) record.restsUntilMs = restsUntilMs;
}

/** Calls the handlers of each element of a path, unless one stops that; returns how many elements were reached. */
function callPath({ elements, path, hasKind }, line) {
  if (!isPassed(line, options.subscription)) return path.length;
  let isStopped = false;
  const gesture = { ...line, target: elements[0], stopPropagation: () => { isStopped = true; } };
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
  // A further zone of the configuration has a purpose of its own: its gestures are received by their names.
  const hasKind = Boolean(record) || line.zone === "screen";
  const isReceived = !document.hidden && (hasKind || line.name !== line.gesture);
  // An earlier gesture of the same touch may have moved the element since.
  const elements = landings.get(touchOf(line)) ?? [...upwards(targetOf(line, record))];
  const path = elements.filter((element) => isReceived && records.has(element));
  return { zone: line.zone, elements, path, hasKind };
}

/** Equal for all gestures of a touch, but known only for lines with a duration: not for `began`. */
function touchOf({ device, zone, fingers, time_us, duration_us }) {
  return [device, zone, fingers, time_us - duration_us].join();
}

/** The innermost element on which a gesture began, as far as the page can know it. */
function targetOf(line, record) {
  const point = landingPoint(line);
  const found = elementAt(point);
  // An element that is no longer visible keeps its zone until no finger is in it.
  if (!record || (found && !rectOf(record.element, surface()))) return found;
  for (const element of upwards(found)) {
    if (element === record.element) return found;
    const inner = records.get(element);
    // Fingers on the inner element would be in its zone: only the middle between them is on it. But one finger is on
    // a part of it that is outside its zone.
    if (isAbove(inner, record) && (line.fingers > 1 || isInZone(point, inner))) break;
  }
  return record.element;
}

/** The landing point of the middle of the fingers, in the page's coordinates; NaN if it is not known. */
function landingPoint(line) {
  const { x, y, width, height } = surface();
  const { width_mm = line.x_mm / line.x, height_mm = line.y_mm / line.y } = devicesById.get(line.device) ?? {};
  const landed = (share, movedMm, mm) => {
    const from = share - (movedMm ? movedMm / mm : 0);
    return Number.isFinite(from) ? Math.min(Math.max(from, 0), LAST_SHARE) : NaN;
  };
  return [x + width * landed(line.x, line.dx_mm, width_mm), y + height * landed(line.y, line.dy_mm, height_mm)];
}

function isInZone([pointX, pointY], { place }) {
  const { left, top, width, height } = surface();
  const { x, y, right, bottom } = JSON.parse(place);
  const [shareX, shareY] = [(pointX - left) / width, (pointY - top) / height];
  return shareX >= x && shareX <= 1 - right && shareY >= y && shareY <= 1 - bottom;
}

function elementAt([x, y]) {
  if (Number.isNaN(x + y)) return null;
  let found = document.elementFromPoint(x, y);
  let inside = found;
  while ((inside = inside?.shadowRoot?.elementFromPoint(x, y)) && inside !== found) found = inside;
  return found;
}

/** The element and its ancestors as the DOM's events reach them: through slots, and beyond a shadow root. */
function* upwards(element) {
  for (let each = element; each; each = each.assignedSlot ?? each.parentElement ?? each.parentNode?.host) yield each;
}

function recordOfZone(zone) {
  return [...records.values()].find((record) => record.zone === zone);
}

// Zones follow their elements.

function handleReply({ type, device, id, ok, error }, send) {
  if (type === "device") devicesById.set(device.id, device);
  if (type === "hello") {
    sendRequest = send;
    addsZonesFromMs = 0;
    for (const record of records.values()) Object.assign(record, { place: "", isAwaitingReply: false });
  }
  const record = type === "reply" && recordOfZone(id);
  if (!record) return;
  record.isAwaitingReply = false;
  if (ok) return;
  record.place = "";
  // A zone that the daemon has removed is added again at once.
  if (error?.code === "unknown_zone") return;
  const isTemporary = ["not_permitted", "too_many_zones"].includes(error?.code);
  addsZonesFromMs = isTemporary ? performance.now() + REFUSAL_MS : Infinity;
  if (!isTemporary) console.warn(`gestures.js: no zones: ${error?.message}`);
}

/** Adds, moves and removes zones, so that each element has one, as far as there are enough. */
function followElements() {
  const all = surface();
  const isInTheWay = zonesInTheWay();
  const added = new Map();
  for (const record of [...records.values()]) {
    const { element, listeners, place, isAwaitingReply } = record;
    if (!listeners.size && !place) records.delete(element);
    if (isAwaitingReply) continue;
    const rect = listeners.size && !document.hidden ? rectOf(element, all) : null;
    const isUnwanted = isInTheWay(element);
    if (!place && rect && !isUnwanted) added.set(record, rect);
    if (!place) continue;
    const isBelow = [...upwards(element)].some((outer) => isAbove(records.get(outer), record));
    if ((!rect || isUnwanted || isBelow) && (document.hidden || isIdle(record))) request(record, "remove_zone");
    else if (rect && JSON.stringify(rect) !== place) request(record, "move_zone", rect);
  }
  for (const record of chosen([...added.keys()])) add(record, added.get(record));
  if (!routes.size && performance.now() > restsUntilMs) landings.clear();
}

/** The records that get a zone, in their earlier order, but outer ones before inner ones: the newer zone is above. */
function chosen(waiting) {
  const used = [...records.values()].filter(({ place, isAwaitingReply }) => place || isAwaitingReply).length;
  const free = performance.now() < addsZonesFromMs ? 0 : Math.max(MAXIMUM_ZONES - used, 0);
  const first = waiting.sort((one, other) => one.level - other.level).slice(0, free);
  const outerFirst = first.flatMap(({ element }) => [...upwards(element)].reverse().map((outer) => records.get(outer)));
  return new Set(outerFirst.filter((record) => first.includes(record)));
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
 * A function that returns whether a zone of an element would keep fingers from other handlers: from those for gestures
 * that zones do not recognise, of the element or one around it or inside it; or from those of an outer element for
 * gestures of several fingers which the element has no handler for. Then a finger on it and one beside it are a hand.
 */
function zonesInTheWay() {
  const gesturesOf = (element) => [...records.get(element)?.listeners ?? []].map(({ gesture }) => gesture);
  const isAsking = (element) => !gesturesOf(element).every((gesture) => recognised.has(gesture));
  const around = new Set([...records.keys()].filter(isAsking).flatMap((element) => [...upwards(element)]));
  return (element) => {
    const [, ...outer] = upwards(element);
    const own = gesturesOf(element);
    return around.has(element) || outer.some(isAsking)
      || outer.flatMap(gesturesOf).some((gesture) => recognised.get(gesture) && !own.includes(gesture));
  };
}

function isAbove(record, other) {
  return Boolean(record?.place) && record.level > other.level;
}

/** Whether no finger is in a zone, as far as the page can know: removing the zone would end its gestures. */
function isIdle({ element, zone, restsUntilMs: untilMs }) {
  return performance.now() > untilMs
    // The page receives no events of a finger that began on an element which was removed since.
    && !touches.some(({ target }) => target.isConnected && [...upwards(target)].includes(element))
    && ![...routes.values()].some((route) => route.zone === zone);
}

function add(record, rect) {
  topLevel += 1;
  record.level = topLevel;
  request(record, "add_zone", rect, { devices: options.devices, gestures: options.gestures });
}

function request(record, type, rect, members) {
  sendRequest({ type, id: record.zone, name: record.zone, rect, ...members });
  Object.assign(record, { place: rect ? JSON.stringify(rect) : "", isAwaitingReply: true });
}
