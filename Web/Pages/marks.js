// Draws the mark of each kind of gesture on the glass, which depends only on the gesture and the instant.
// Lengths on the glass are given in millimetres, and scaled to pixels of the canvas.

import { colourOf } from "./theme.js";

/** How long a mark fades after its gesture has ended, in microseconds. */
export const FADE_US = 1.4e6;
/** How long a deep press pulses after it is recognised, in microseconds. */
export const PULSE_US = 0.7e6;

/**
 * The values that the marks of one frame share. `toX`, `toY` convert millimetres to pixels, `scale` is pixels
 * per millimetre.
 */
export class MarkPen {
  constructor({ context, theme, surface, us, isCalm }) {
    Object.assign(this, { context, theme, us, isCalm, scale: surface.scale, surface });
  }

  toX(mm) {
    return this.surface.left + mm * this.scale;
  }

  toY(mm) {
    return this.surface.top + mm * this.scale;
  }

  circle(x, y, radiusMm) {
    this.context.beginPath();
    this.context.arc(this.toX(x), this.toY(y), Math.max(radiusMm * this.scale, 0.5), 0, 2 * Math.PI);
  }

  line(x1, y1, x2, y2) {
    this.context.beginPath();
    this.context.moveTo(this.toX(x1), this.toY(y1));
    this.context.lineTo(this.toX(x2), this.toY(y2));
    this.context.stroke();
  }

  /** Draws an arrow head at `x`, `y` that points along `dx`, `dy`. */
  head(x, y, dx, dy, sizeMm) {
    const angle = Math.atan2(dy, dx);
    const { context } = this;
    context.beginPath();
    for (const [side, back] of [[2.6, 1], [0, 0], [-2.6, 1]]) {
      const at = angle + side;
      const [px, py] = back ? [x + Math.cos(at) * sizeMm, y + Math.sin(at) * sizeMm] : [x, y];
      context.lineTo(this.toX(px), this.toY(py));
    }
    context.stroke();
  }
}

/** The positions of a gesture's fingers at the pen's instant; for lifted fingers the last ones. */
function fingersAt(pen, gesture) {
  return gesture.tracks.map((track) => {
    const at = Math.max(track.indexAt(pen.us), 0);
    return { x: track.xs[at], y: track.ys[at] };
  });
}

/** Draws lines between the fingers, so that they are recognisable as one gesture. */
function link(pen, gesture) {
  const points = fingersAt(pen, gesture);
  if (points.length < 2) return;
  pen.context.lineWidth = 0.8 * pen.scale;
  for (let at = 1; at < points.length; at += 1) {
    pen.line(points[at - 1].x, points[at - 1].y, points[at].x, points[at].y);
  }
}

/** The mean distance of the fingers from their middle, in millimetres. */
function spread(pen, gesture, line) {
  const points = fingersAt(pen, gesture);
  if (points.length < 2) return 12;
  const sum = points.reduce((total, point) => total + Math.hypot(point.x - line.x_mm, point.y - line.y_mm), 0);
  return Math.max(sum / points.length, 6);
}

function drawDrag(pen, gesture, line) {
  link(pen, gesture);
  const [x, y] = [line.x_mm - line.dx_mm, line.y_mm - line.dy_mm];
  pen.context.lineWidth = 0.7 * pen.scale;
  pen.circle(x, y, 2.4);
  pen.context.stroke();
  pen.line(x, y, line.x_mm, line.y_mm);
}

function drawSwipe(pen, gesture, line) {
  const [x, y] = [line.x_mm - line.dx_mm, line.y_mm - line.dy_mm];
  pen.context.lineWidth = 1.6 * pen.scale;
  pen.line(x, y, line.x_mm, line.y_mm);
  pen.head(line.x_mm, line.y_mm, line.dx_mm, line.dy_mm, 9);
}

function drawTap(pen, gesture, line) {
  const age = Math.min((pen.us - gesture.endedUs) / FADE_US, 1);
  const growth = pen.isCalm ? 0.4 : 1 - (1 - age) ** 3;
  for (let at = 0; at < Math.min(line.count ?? 1, 3); at += 1) {
    pen.context.lineWidth = (1.4 - age) * pen.scale;
    pen.circle(line.x_mm, line.y_mm, 7 + 4 * at + 6 * growth);
    pen.context.stroke();
  }
}

function drawPress(pen, gesture, line) {
  pen.context.lineWidth = 1.1 * pen.scale;
  pen.circle(line.x_mm, line.y_mm, 12);
  pen.context.stroke();
}

function drawMagnify(pen, gesture, line) {
  link(pen, gesture);
  const radius = spread(pen, gesture, line);
  pen.context.lineWidth = 0.6 * pen.scale;
  pen.circle(line.x_mm, line.y_mm, radius);
  pen.context.stroke();
  pen.circle(line.x_mm, line.y_mm, radius / Math.max(line.scale ?? 1, 0.05));
  pen.context.stroke();
}

function drawRotate(pen, gesture, line) {
  link(pen, gesture);
  const [point] = fingersAt(pen, gesture);
  const radius = spread(pen, gesture, line);
  const turned = ((line.rotation_deg ?? 0) * Math.PI) / 180;
  const end = point ? Math.atan2(point.y - line.y_mm, point.x - line.x_mm) : 0;
  const { context } = pen;
  context.lineWidth = 1.1 * pen.scale;
  context.beginPath();
  context.arc(pen.toX(line.x_mm), pen.toY(line.y_mm), radius * pen.scale, end - turned, end, turned < 0);
  context.stroke();
  const tangent = end + (turned < 0 ? -1 : 1) * (Math.PI / 2);
  const [x, y] = [line.x_mm + Math.cos(end) * radius, line.y_mm + Math.sin(end) * radius];
  pen.head(x, y, Math.cos(tangent), Math.sin(tangent), 6);
}

/** Draws a halo that grows with the force, and two rings that leave it at the recognition. */
function drawDeepPress(pen, gesture, line) {
  const { context } = pen;
  const alpha = context.globalAlpha;
  context.globalAlpha = alpha * 0.16;
  pen.circle(line.x_mm, line.y_mm, 10 + 14 * (line.force ?? 0));
  context.fill();
  context.globalAlpha = alpha;
  context.lineWidth = 1.1 * pen.scale;
  pen.circle(line.x_mm, line.y_mm, 10 + 14 * (line.force ?? 0));
  context.stroke();
  const age = (pen.us - gesture.beganUs) / PULSE_US;
  if (age < 0 || age >= 1) return;
  for (const delay of [0, 0.22]) {
    const share = pen.isCalm ? 0.5 : Math.max(age - delay, 0);
    context.globalAlpha = alpha * (1 - age);
    context.lineWidth = (3 - 2 * share) * pen.scale;
    pen.circle(line.x_mm, line.y_mm, 14 + 34 * (1 - (1 - share) ** 2));
    context.stroke();
  }
  context.globalAlpha = alpha;
}

/** The height of a mark above its middle, in millimetres. */
export function reachOf(pen, gesture, line) {
  if (gesture.kind === "magnify" || gesture.kind === "rotate") return spread(pen, gesture, line);
  return gesture.kind === "deep_press" ? 10 + 14 * (line.force ?? 0) : 6;
}

const MARKS = {
  drag: drawDrag, swipe: drawSwipe, swipe_hold: drawSwipe, tap: drawTap, magnify: drawMagnify, rotate: drawRotate,
  deep_press: drawDeepPress,
};

/** Draws the mark of a gesture; returns the remaining opacity, 0 if it has faded. */
export function drawMark(pen, gesture) {
  const line = gesture.lineAt(pen.us);
  if (!line || line.x_mm === undefined) return 0;
  const age = (pen.us - gesture.endedUs) / FADE_US;
  if (age >= 1) return 0;
  const opacity = age > 0 ? 1 - age * age : 1;
  const { context } = pen;
  const colour = colourOf(pen.theme, gesture.kind);
  context.save();
  context.globalAlpha = opacity;
  context.strokeStyle = colour;
  context.fillStyle = colour;
  context.lineCap = "round";
  context.lineJoin = "round";
  // Only cancelled gestures are dashed.
  if (gesture.isCancelled && pen.us >= gesture.endedUs) context.setLineDash([2 * pen.scale, 2.4 * pen.scale]);
  (MARKS[gesture.kind] ?? drawPress)(pen, gesture, line);
  context.restore();
  return opacity;
}
