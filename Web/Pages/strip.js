// The time strip: one bar a finger, and above them the gestures. Also a slider, by which to scrub.

import { colourOf } from "./theme.js";
import { timeOf, titleOf } from "./words.js";

const AXIS_HEIGHT = 26;
const GESTURE_HEIGHT = 28;
const GESTURE_ROWS = 3;
const GAP = 4;
/** Lanes of fingers: a finger more lies over another's. */
const MOST_LANES = 10;
/** As many have room without being made smaller. */
const LEAST_LANES = 4;
/** How long a gesture keeps its row for its name, as a share of the strip. */
const NAME_SHARE = 0.075;

/** Gives each item the lowest lane that is free at its beginning, and keeps it there. */
class Lanes {
  constructor(most) {
    this.most = most;
    this.owners = [];
    this.lanes = new WeakMap();
  }

  laneOf(item, leastUs) {
    let lane = this.lanes.get(item);
    if (lane !== undefined) return lane;
    const isFree = (owner) => !owner
      || Math.max(owner.endedUs, owner.beganUs + leastUs) <= item.beganUs || owner.beganUs > item.beganUs;
    lane = 0;
    while (lane < this.most - 1 && !isFree(this.owners[lane])) lane += 1;
    this.owners[lane] = item;
    this.lanes.set(item, lane);
    return lane;
  }
}

export class Strip {
  constructor(canvas, onSeek) {
    this.canvas = canvas;
    const seek = (event) => {
      if (event.buttons === 0 || !this.span) return;
      const share = (event.clientX - canvas.getBoundingClientRect().left) / this.width;
      onSeek(this.fromUs + Math.min(Math.max(share, 0), 1) * this.span);
    };
    canvas.addEventListener("pointerdown", (event) => {
      canvas.setPointerCapture(event.pointerId);
      seek(event);
    });
    canvas.addEventListener("pointermove", seek);
    this.forget();
  }

  /** Another timeline has lanes of its own. */
  forget() {
    this.fingers = new Lanes(MOST_LANES);
    this.gestures = new Lanes(GESTURE_ROWS);
  }

  resize(theme) {
    this.theme = theme;
    const ratio = Math.min(devicePixelRatio, 2);
    this.width = this.canvas.clientWidth;
    this.height = this.canvas.clientHeight;
    this.canvas.width = Math.round(this.width * ratio);
    this.canvas.height = Math.round(this.height * ratio);
    this.context = this.canvas.getContext("2d");
    this.context.setTransform(ratio, 0, 0, ratio, 0, 0);
  }

  /** Draws what the player shows; whether there is anything on it. */
  draw({ view, fromUs, toUs, atUs, mode, beginUs }) {
    const { context } = this;
    this.fromUs = fromUs;
    this.span = toUs - fromUs;
    context.clearRect(0, 0, this.width, this.height);
    if (!(this.span > 0)) return false;
    this.drawAxis(mode === "recording" ? beginUs : toUs, mode);
    const top = GESTURE_ROWS * (GESTURE_HEIGHT + GAP) + GAP;
    const isSeen = (item) => item.beganUs <= toUs && item.endedUs >= fromUs - NAME_SHARE * this.span;
    const tracks = view.tracks.filter(isSeen);
    const gestures = view.gestures.filter(isSeen);
    const lanes = Math.max(...tracks.map((track) => this.fingers.laneOf(track, 0) + 1), LEAST_LANES);
    const lane = (this.height - AXIS_HEIGHT - top) / lanes;
    for (const track of tracks) this.drawFinger(track, top, lane);
    for (const gesture of gestures) this.drawGesture(gesture);
    if (mode !== "live") this.drawCursor(atUs);
    return tracks.length + gestures.length > 0;
  }

  toX(us) {
    return ((us - this.fromUs) / this.span) * this.width;
  }

  drawAxis(zeroUs, mode) {
    const { context, theme, span } = this;
    const stepUs = span > 15e6 ? 5e6 : 1e6;
    context.font = `15px ${theme.font}`;
    context.textAlign = "center";
    context.textBaseline = "alphabetic";
    context.lineWidth = 1;
    const first = Math.ceil((this.fromUs - zeroUs) / stepUs);
    for (let at = first; at * stepUs <= this.fromUs + span - zeroUs; at += 1) {
      const x = Math.round(this.toX(zeroUs + at * stepUs)) + 0.5;
      context.strokeStyle = theme.line;
      context.beginPath();
      context.moveTo(x, 0);
      context.lineTo(x, this.height - AXIS_HEIGHT + 4);
      context.stroke();
      if (x < 24 || x > this.width - 24) continue;
      context.fillStyle = theme.soft;
      const text = mode === "recording" ? timeOf(at * stepUs, 0).slice(0, -3) : `${at * stepUs / 1e6} s`;
      context.fillText(text.replace("-", "\u2212"), x, this.height - 6);
    }
  }

  drawFinger(track, top, lane) {
    const { context, theme } = this;
    const x = this.toX(track.beganUs);
    const width = Math.max(this.toX(Math.min(track.endedUs, this.fromUs + this.span)) - x, 3);
    const y = top + this.fingers.laneOf(track, 0) * lane;
    const kind = track.gestures.at(-1)?.kind;
    context.fillStyle = kind ? colourOf(theme, kind) : theme.finger;
    context.beginPath();
    context.roundRect(x, y, width, Math.max(lane - 3, 2), 3);
    if (track.isPalm) {
      context.strokeStyle = theme.soft;
      context.stroke();
    } else {
      context.fill();
    }
  }

  drawGesture(gesture) {
    const { context, theme } = this;
    const row = this.gestures.laneOf(gesture, NAME_SHARE * this.span);
    const y = GAP + (GESTURE_ROWS - 1 - row) * (GESTURE_HEIGHT + GAP);
    const x = this.toX(gesture.beganUs);
    const width = Math.max(this.toX(Math.min(gesture.endedUs, this.fromUs + this.span)) - x, 5);
    const colour = colourOf(theme, gesture.kind);
    context.save();
    context.strokeStyle = colour;
    context.fillStyle = colour;
    context.lineWidth = 2;
    context.globalAlpha = 0.22;
    context.beginPath();
    context.roundRect(x, y + 1, width, GESTURE_HEIGHT - 2, 4);
    context.fill();
    context.globalAlpha = 1;
    if (gesture.isCancelled) context.setLineDash([5, 5]);
    context.stroke();
    context.setLineDash([]);
    context.font = `600 16px ${theme.font}`;
    this.drawName(titleOf(gesture), x, width, y + GESTURE_HEIGHT / 2 + 1);
    context.restore();
  }

  /** The name in its bar, else behind it, else before it. */
  drawName(name, x, width, y) {
    const { context, theme } = this;
    const { width: length } = context.measureText(name);
    const begin = Math.max(x, 0);
    const isWithin = x + width - begin > length + 16;
    let at = isWithin ? begin + 8 : x + width + 6;
    if (at + length > this.width) at = begin - length - 6;
    context.textAlign = "left";
    context.textBaseline = "middle";
    context.strokeStyle = theme.ground;
    context.lineWidth = 4;
    context.lineJoin = "round";
    if (!isWithin) context.strokeText(name, at, y);
    context.fillText(name, at, y);
  }

  drawCursor(us) {
    const { context, theme } = this;
    const x = Math.round(this.toX(us));
    context.fillStyle = theme.ink;
    context.fillRect(x - 1, 0, 2, this.height - AXIS_HEIGHT + 6);
    context.beginPath();
    context.arc(x, this.height - AXIS_HEIGHT + 6, 6, 0, 2 * Math.PI);
    context.fill();
  }
}
