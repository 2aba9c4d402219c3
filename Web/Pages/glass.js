// The glass: fingers with trails, the marks of gestures, and in grey the reasons why others were not
// recognised. Static parts have a canvas of their own, which is drawn only when they change.

import { drawSurface, fitted, layOut } from "./layout.js";
import { drawMark, FADE_US, MarkPen, reachOf } from "./marks.js";
import { unrecognisedAt } from "./model.js";
import { colourOf, RAMP_STEPS } from "./theme.js";
import { reasonOf, titleOf, valuesOf } from "./words.js";

/** How long a trail is, in microseconds. */
const TRAIL_US = 1.1e6;
/** How long reasons are shown after their touch. */
export const REASONS_US = 4e6;
/** Reasons that only the list beside the glass shows: about the number of fingers, or the winner. */
const LIST_REASONS = new Set(["fingers", "lost", "rejected"]);
const MAXIMUM_REASONS = 3;
const MAXIMUM_LABELS = 4;
/** The width of the oldest end of a trail, as a share of its finger's. */
const TAIL_SHARE = 0.3;

/** The radius of a finger in millimetres: by its force, or else by its size, or else a constant. */
function radiusOf(track, at) {
  const force = track.forces[at];
  if (force >= 0) return 4 + 7 * force;
  const major = track.majors[at];
  return major > 0 ? Math.min(Math.max(major / 2, 3), 14) : 5.5;
}

export class Glass {
  constructor(ground, figure) {
    this.canvases = [ground, figure];
    this.surfaces = [];
    this.isCalm = matchMedia("(prefers-reduced-motion: reduce)").matches;
  }

  /** Fits the canvases to the page, and draws the static parts. */
  resize(theme, timeline) {
    this.theme = theme;
    const { clientWidth, clientHeight } = this.canvases[0];
    const ratio = Math.min(devicePixelRatio, 2);
    for (const canvas of this.canvases) {
      canvas.width = Math.round(clientWidth * ratio);
      canvas.height = Math.round(clientHeight * ratio);
      canvas.getContext("2d").setTransform(ratio, 0, 0, ratio, 0, 0);
    }
    this.width = clientWidth;
    this.height = clientHeight;
    this.surfaces = layOut([...timeline.devices.values()], clientWidth, clientHeight, theme.k);
    const context = this.canvases[0].getContext("2d");
    context.clearRect(0, 0, clientWidth, clientHeight);
    for (const surface of this.surfaces) {
      const zones = timeline.zones.filter((zone) => zone.device === surface.device.id);
      drawSurface(context, theme, surface, zones);
    }
  }

  /** Draws an instant; returns whether anything on it will change by itself. */
  draw(timeline, us) {
    const context = this.canvases[1].getContext("2d");
    context.clearRect(0, 0, this.width, this.height);
    let isAlive = false;
    for (const surface of this.surfaces) {
      const pen = new MarkPen({ context, theme: this.theme, surface, us, isCalm: this.isCalm });
      isAlive = this.drawSurface(pen, timeline) || isAlive;
    }
    return isAlive;
  }

  drawSurface(pen, timeline) {
    const { context, surface, us } = pen;
    context.save();
    context.beginPath();
    context.roundRect(surface.left, surface.top, surface.width, surface.height, 10);
    context.clip();
    const isOnSurface = (item) => item.device === surface.device.id;
    const tracks = timeline.tracks.filter(
      (track) => isOnSurface(track) && track.beganUs <= us && track.endedUs > us - TRAIL_US);
    for (const track of tracks) this.drawTrail(pen, track);
    const gestures = timeline.gestures.filter(
      (gesture) => isOnSurface(gesture) && gesture.beganUs <= us && gesture.endedUs > us - FADE_US);
    const opacities = gestures.map((gesture) => drawMark(pen, gesture));
    for (const track of tracks) if (track.isDownAt(us)) this.drawFinger(pen, track);
    const occupied = [];
    // The newest label first, so that it has the best position.
    for (let index = gestures.length - 1; index >= 0; index -= 1) {
      this.drawLabel(pen, gestures[index], opacities[index], gestures, occupied);
    }
    // The list beside the glass also has the reasons of touches in which a gesture was recognised.
    const reasons = unrecognisedAt(timeline, us).missed.filter(
      (line) => isOnSurface(line) && line.time_us > us - REASONS_US);
    this.drawReasons(pen, reasons, occupied);
    context.restore();
    return tracks.length + gestures.length + reasons.length > 0;
  }

  drawTrail(pen, track) {
    const { context, us, theme } = pen;
    const kind = this.kindAt(track, us);
    const ramp = track.isPalm ? theme.ramps.finger : theme.ramps[kind] ?? theme.ramps.other;
    const last = track.indexAt(us);
    let at = Math.max(track.indexAt(us - TRAIL_US), 0);
    context.lineCap = context.lineJoin = "round";
    let [x, y] = [track.xs[at], track.ys[at]];
    let step = -1;
    for (at += 1; at <= last; at += 1) {
      const [nextX, nextY] = [track.xs[at], track.ys[at]];
      // A segment shorter than a pixel is not drawn.
      if (Math.abs(nextX - x) + Math.abs(nextY - y) < 1.2 / pen.scale && at < last) continue;
      const age = Math.min((us - track.times[at]) / TRAIL_US, 1);
      const nextStep = Math.min(Math.floor(age * RAMP_STEPS), RAMP_STEPS - 1);
      // Segments of one colour and width are one path.
      if (nextStep !== step) {
        if (step >= 0) context.stroke();
        step = nextStep;
        context.strokeStyle = ramp[step];
        context.lineWidth = radiusOf(track, at) * 1.1 * (1 - (1 - TAIL_SHARE) * age) * pen.scale;
        context.beginPath();
        context.moveTo(pen.toX(x), pen.toY(y));
      }
      context.lineTo(pen.toX(nextX), pen.toY(nextY));
      [x, y] = [nextX, nextY];
    }
    if (step >= 0) context.stroke();
  }

  /** The gesture that determines a finger's colour at an instant. */
  kindAt(track, us) {
    return track.gestureAt(us)?.kind ?? "finger";
  }

  drawFinger(pen, track) {
    const { context, theme, us } = pen;
    const at = Math.max(track.indexAt(us), 0);
    const kind = this.kindAt(track, us);
    const colour = kind === "finger" ? theme.finger : colourOf(theme, kind);
    pen.circle(track.xs[at], track.ys[at], radiusOf(track, at));
    context.fillStyle = track.isPalm ? theme.glass : colour;
    context.fill();
    context.strokeStyle = track.isPalm ? theme.soft : theme.glass;
    context.lineWidth = 3;
    context.stroke();
  }

  /**
   * Draws the name of a gesture. An ended one has none if its fingers have made a later gesture, or where its label
   * would overlap another; it fades in half the time of its mark.
   */
  drawLabel(pen, gesture, opacity, gestures, occupied) {
    const hasEnded = pen.us >= gesture.endedUs;
    const isFollowed = hasEnded && gesture.tracks.some((track) => track.gestureAt(pen.us) !== gesture);
    if (opacity <= 0.5 || isFollowed || occupied.length >= MAXIMUM_LABELS) return;
    const line = gesture.lineAt(pen.us);
    const isCancelled = gesture.isCancelled && hasEnded;
    const values = isCancelled ? `cancelled: ${reasonOf(gesture)}` : valuesOf(line)[0] ?? "";
    const texts = [titleOf(gesture), values];
    // Above the marks of all gestures of its fingers.
    const isMarked = (other) => other === gesture || other.tracks.some((track) => gesture.tracks.includes(track));
    const tops = gestures.filter(isMarked).map((other) => [other, other.lineAt(pen.us)])
      .map(([other, at]) => at.y_mm - reachOf(pen, other, at));
    this.drawText(pen, {
      texts, x: line.x_mm, y: Math.min(...tops), opacity: 2 * opacity - 1, occupied,
      colour: colourOf(pen.theme, gesture.kind), isLabel: true, mayMove: !hasEnded,
    });
  }

  /** Draws reasons below the point of the lift, until the next finger lands. */
  drawReasons(pen, reasons, occupied) {
    const tracks = new Set(reasons.map((line) => line.track).filter(Boolean));
    for (const track of tracks) {
      const texts = reasons.filter((line) => line.track === track && !LIST_REASONS.has(line.reason))
        .slice(0, MAXIMUM_REASONS).map((line) => `no ${line.name.replaceAll("_", " ")}: ${line.text}`);
      if (texts.length === 0) continue;
      const age = (pen.us - track.endedUs) / REASONS_US;
      const at = track.count - 1;
      this.drawText(pen, {
        texts, x: track.xs[at], y: track.ys[at] + radiusOf(track, at), opacity: age < 0.75 ? 1 : 4 * (1 - age),
        occupied, colour: pen.theme.soft, isLabel: false, mayMove: true,
      });
    }
  }

  /**
   * Draws lines of text above or below a point of the glass, where they overlap no `occupied` box; texts that
   * `mayMove` are drawn farther away if they would. The type is smaller on small glass; nothing is drawn if it would
   * be too small, or if there is no room.
   */
  drawText(pen, { texts, x, y, opacity, occupied, colour, isLabel, mayMove }) {
    const { context, surface, theme } = pen;
    const maximum = isLabel ? 36 : 24;
    const size = Math.min(maximum * surface.k, surface.height * maximum / 400, surface.width * maximum / 400);
    if (size < 10) return;
    context.save();
    context.font = `${isLabel ? 600 : 400} ${size}px ${theme.font}`;
    const shown = texts.map((text) => fitted(context, text, surface.width - 24));
    const height = shown.length * size * 1.25;
    const width = Math.max(...shown.map((text) => context.measureText(text).width));
    const clamp = (value, low, high) => Math.max(Math.min(value, high), low);
    const middle = clamp(pen.toX(x), surface.left + width / 2 + 10, surface.left + surface.width - width / 2 - 10);
    const beside = isLabel ? pen.toY(y) - height - 0.5 * size : pen.toY(y) + 0.8 * size;
    let top = clamp(beside, surface.top + 6, surface.top + surface.height - height - 6);
    const box = () => ({ top, bottom: top + height, left: middle - width / 2, right: middle + width / 2 });
    const overlaps = (one, other) => one.top < other.bottom && other.top < one.bottom
      && one.left < other.right && other.left < one.right;
    const isFree = () => !occupied.some((it) => overlaps(box(), it));
    // Labels move upwards, away from their marks, and reasons downwards.
    const avoidOverlaps = (isUp) => {
      for (const other of occupied) if (overlaps(box(), other)) top = isUp ? other.top - height - 4 : other.bottom + 4;
      const isInside = top > surface.top && top + height < surface.top + surface.height;
      return isInside && isFree();
    };
    if (!isFree() && !(mayMove && (avoidOverlaps(isLabel) || avoidOverlaps(!isLabel)))) return context.restore();
    occupied.push(box());
    context.globalAlpha = opacity;
    context.textAlign = "center";
    context.textBaseline = "top";
    context.strokeStyle = theme.glass;
    context.lineWidth = 0.2 * size;
    context.lineJoin = "round";
    context.fillStyle = colour;
    shown.forEach((text, at) => {
      if (at === 1 && isLabel) context.font = `${size * 0.8}px ${theme.font}`;
      context.strokeText(text, middle, top + at * size * 1.25);
      context.fillText(text, middle, top + at * size * 1.25);
    });
    return context.restore();
  }
}
