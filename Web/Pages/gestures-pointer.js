// Taps, drags and swipes of a mouse, to develop a page without a touchscreen: docs/gestures-js.md.
import { inject, surface } from "./gestures.js";

const MM_PER_PX = 25.4 / 96;
// The thresholds are those of gestured (docs/gestures).
const TAP = { longestMs: 500, farthestMm: 4, gapMs: 350, spacingMm: 8, mostCounts: 3 };
const DRAG = { beyondMm: 4 };
const SWIPE = { minimumMm: 12, minimumMmPerS: 80, flickMm: 3, longestMs: 800, deviationDeg: 20 };
const TRAIL_MS = 100;
const PREDICTED_S = 0.25;

// The pointer that is down: where and when it landed, its latest positions, and the id of its drag.
let pointer = null;
let lastTap = null;
let lastId = 0;
const off = new AbortController();

console.info("gestures-pointer.js: the mouse makes taps, drags and swipes until gestured is connected");
const handlers = { pointerdown: land, pointermove: move, pointerup: lift, pointercancel: cancel };
for (const [name, handler] of Object.entries(handlers)) {
  addEventListener(name, handler, { capture: true, passive: true, signal: off.signal });
}
// The browser would drag pictures and links.
addEventListener("dragstart", (event) => event.preventDefault(), { signal: off.signal });

function sampleOf({ clientX, clientY, timeStamp }) {
  return { x: clientX * MM_PER_PX, y: clientY * MM_PER_PX, ms: timeStamp };
}

function distance(from, to) {
  return Math.hypot(to.x - from.x, to.y - from.y);
}

function land(event) {
  if (event.pointerType !== "mouse" || event.button !== 0) return;
  // If a pointer is down, the page has missed its lift.
  if (pointer) cancel(event);
  const start = sampleOf(event);
  const { width, height } = surface();
  inject({ type: "device", device: { id: 0, width_mm: width * MM_PER_PX, height_mm: height * MM_PER_PX } });
  pointer = { id: event.pointerId, start, trail: [start], farthestMm: 0, drag: 0 };
}

function move(event) {
  if (pointer?.id !== event.pointerId) return;
  // While other buttons are down, the left one lifts in a pointermove. Otherwise the page has missed the lift.
  if (event.buttons & 1) track(event);
  else if (event.button === 0) lift(event);
  else cancel(event);
}

/** Adds the position to the path of the pointer, which makes it a drag if it is far enough. */
function track(event) {
  const sample = sampleOf(event);
  pointer.trail = [...pointer.trail.filter(({ ms }) => sample.ms - ms <= TRAIL_MS), sample];
  pointer.farthestMm = Math.max(pointer.farthestMm, distance(pointer.start, sample));
  if (pointer.drag) send("drag", "changed", motion());
  else if (pointer.farthestMm > DRAG.beyondMm) {
    pointer.drag = newId();
    send("drag", "began", motion());
  }
}

function lift(event) {
  if (pointer?.id !== event.pointerId) return;
  track(event);
  const { start, trail, farthestMm, drag } = pointer;
  const end = trail.at(-1);
  const ms = end.ms - start.ms;
  if (drag) send("drag", "ended", motion());
  if (isSwipe(start, trail)) send("swipe", "ended", { ...motion(), direction: direction(start, end) });
  if (farthestMm <= TAP.farthestMm && ms <= TAP.longestMs) send("tap", "ended", { count: countTap(start, end) });
  pointer = null;
}

function cancel(event) {
  if (pointer?.id !== event.pointerId) return;
  if (pointer.drag) send("drag", "cancelled", { ...motion(), reason: "lost" });
  pointer = null;
}

/** The displacement from the landing, the velocity, and for a drag the predicted displacement. */
function motion() {
  const { start, trail } = pointer;
  const [first, last] = [trail[0], trail.at(-1)];
  const perS = (mm) => mm * 1000 / Math.max(last.ms - first.ms, 1);
  const [dx, dy, vx, vy] = [last.x - start.x, last.y - start.y, perS(last.x - first.x), perS(last.y - first.y)];
  return {
    dx_mm: dx, dy_mm: dy, vx_mm_s: vx, vy_mm_s: vy,
    predicted_dx_mm: dx + PREDICTED_S * vx, predicted_dy_mm: dy + PREDICTED_S * vy,
  };
}

function isSwipe(start, trail) {
  const end = trail.at(-1);
  const [ms, mm] = [end.ms - start.ms, distance(start, end)];
  const across = Math.min(Math.abs(end.x - start.x), Math.abs(end.y - start.y));
  return mm >= SWIPE.minimumMm && ms <= SWIPE.longestMs && mm >= ms / 1000 * SWIPE.minimumMmPerS
    && distance(trail[0], end) >= SWIPE.flickMm && across <= mm * Math.sin(SWIPE.deviationDeg * Math.PI / 180);
}

function direction(start, end) {
  const [dx, dy] = [end.x - start.x, end.y - start.y];
  if (Math.abs(dx) > Math.abs(dy)) return dx > 0 ? "right" : "left";
  return dy > 0 ? "down" : "up";
}

function countTap(start, end) {
  const isNext = lastTap && start.ms - lastTap.end.ms <= TAP.gapMs && distance(lastTap.end, start) <= TAP.spacingMm;
  const count = isNext && lastTap.count < TAP.mostCounts ? lastTap.count + 1 : 1;
  lastTap = { end, count };
  return count;
}

function newId() {
  lastId += 1;
  return lastId;
}

/** Passes a line to the handlers of the page; stops for good once the page has had a connection. */
function send(gesture, phase, values) {
  const { start, trail, drag } = pointer;
  const { x, y, ms } = trail.at(-1);
  const { left, top, width, height } = surface();
  const [xMm, yMm] = [x - left * MM_PER_PX, y - top * MM_PER_PX];
  const [landedUs, nowUs] = [Math.round(start.ms * 1000), Math.round(ms * 1000)];
  const isSent = inject({
    type: "gesture", time_us: nowUs, device: 0, zone: "screen", gesture, name: gesture,
    id: gesture === "drag" ? drag : newId(), phase, fingers: 1,
    x: xMm / (width * MM_PER_PX), y: yMm / (height * MM_PER_PX), x_mm: xMm, y_mm: yMm, ...values,
    ...(phase !== "began" && { duration_us: nowUs - landedUs }),
  });
  if (isSent || off.signal.aborted) return;
  off.abort();
  console.info("gestures-pointer.js: gestured is connected, so the mouse makes no more gestures");
}
