// The time strip: a bar for each finger, above them the gestures. It is also a slider for scrubbing.

import { colourOf } from "./theme.js";
import { timeOf, titleOf } from "./words.js";

/** Heights and gaps in pixels at 1080 lines. */
const AXIS_HEIGHT = 28;
const GESTURE_HEIGHT = 30;
const GAP = 4;
/** Room at the left for the names of the rows. */
const GUTTER = 92;
const GESTURE_ROWS = 3;
/** Possible divisions of the axis, in microseconds. */
const STEPS_US = [1e5, 2e5, 5e5, 1e6, 2e6, 5e6, 1e7];
/** The maximum number of lanes of fingers: further bars overlap. */
const MAXIMUM_LANES = 10;
/** The minimum number of lanes: fewer fingers do not make the bars higher. */
const MINIMUM_LANES = 4;
/** How long a gesture keeps its row for its name, as a share of the strip. */
const NAME_SHARE = 0.075;

/** Gives each item, for its whole duration, the lowest lane that is free when the item begins. */
class Lanes {
  constructor(maximum) {
    this.maximum = maximum;
    this.owners = [];
    this.lanes = new WeakMap();
  }

  laneOf(item, minimumUs) {
    let lane = this.lanes.get(item);
    if (lane !== undefined) return lane;
    const isFree = (owner) => !owner
      || Math.max(owner.endedUs, owner.beganUs + minimumUs) <= item.beganUs || owner.beganUs > item.beganUs;
    lane = 0;
    while (lane < this.maximum - 1 && !isFree(this.owners[lane])) lane += 1;
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
      onSeek(this.usAt(event.clientX - canvas.getBoundingClientRect().left));
    };
    canvas.addEventListener("pointerdown", (event) => {
      canvas.setPointerCapture(event.pointerId);
      seek(event);
    });
    canvas.addEventListener("pointermove", seek);
    this.resetLanes();
  }

  /** Removes the assigned lanes, for another timeline. */
  resetLanes() {
    this.fingers = new Lanes(MAXIMUM_LANES);
    this.gestures = new Lanes(GESTURE_ROWS);
  }

  resize(theme) {
    this.theme = theme;
    const ratio = Math.min(devicePixelRatio, 2);
    this.k = theme.k;
    this.left = Math.max(GUTTER * this.k, 58);
    this.width = this.canvas.clientWidth;
    this.height = this.canvas.clientHeight;
    this.canvas.width = Math.round(this.width * ratio);
    this.canvas.height = Math.round(this.height * ratio);
    this.context = this.canvas.getContext("2d");
    this.context.setTransform(ratio, 0, 0, ratio, 0, 0);
  }

  /** Draws the player's time span; returns whether it contains anything. */
  draw({ view, fromUs, toUs, atUs, mode, beginUs }) {
    const { context } = this;
    this.fromUs = fromUs;
    this.span = toUs - fromUs;
    context.clearRect(0, 0, this.width, this.height);
    if (!(this.span > 0)) return false;
    const axis = AXIS_HEIGHT * this.k;
    const top = (GESTURE_ROWS * (GESTURE_HEIGHT + GAP) + GAP) * this.k;
    const isSeen = (item) => item.beganUs <= toUs && item.endedUs >= fromUs - NAME_SHARE * this.span;
    const tracks = view.tracks.filter(isSeen);
    const gestures = view.gestures.filter(isSeen);
    const lanes = Math.max(...tracks.map((track) => this.fingers.laneOf(track, 0) + 1), MINIMUM_LANES);
    const lane = (this.height - axis - top) / lanes;
    this.drawNames(top / 2, top + (this.height - axis - top) / 2);
    this.drawAxis(mode === "recording" ? beginUs : toUs, mode);
    context.save();
    context.beginPath();
    context.rect(this.left - 1, 0, this.width, this.height);
    context.clip();
    for (const track of tracks) this.drawFinger(track, top, lane);
    this.drawGestures(gestures);
    context.restore();
    if (mode !== "live") this.drawCursor(atUs);
    return tracks.length + gestures.length > 0;
  }

  toX(us) {
    return this.left + ((us - this.fromUs) / this.span) * (this.width - this.left);
  }

  /** The instant at a position of the strip. */
  usAt(x) {
    const share = (x - this.left) / (this.width - this.left);
    return this.fromUs + Math.min(Math.max(share, 0), 1) * this.span;
  }

  /** Draws the names of the rows. */
  drawNames(gesturesY, fingersY) {
    const { context, theme, k } = this;
    context.font = `${Math.max(17 * k, 11)}px ${theme.font}`;
    context.textAlign = "left";
    context.textBaseline = "middle";
    context.fillStyle = theme.soft;
    context.fillText("gestures", 0, gesturesY);
    context.fillText("fingers", 0, fingersY);
  }

  drawAxis(zeroUs, mode) {
    const { context, theme, span, k } = this;
    const isWide = (us) => (us / span) * (this.width - this.left) >= 104 * k;
    const stepUs = STEPS_US.find(isWide) ?? span;
    context.font = `${Math.max(17 * k, 11)}px ${theme.font}`;
    context.textAlign = "center";
    context.textBaseline = "alphabetic";
    context.lineWidth = 1;
    const first = Math.ceil((this.fromUs - zeroUs) / stepUs);
    for (let at = first; at * stepUs <= this.fromUs + span - zeroUs; at += 1) {
      const x = Math.round(this.toX(zeroUs + at * stepUs)) + 0.5;
      context.strokeStyle = theme.line;
      context.beginPath();
      context.moveTo(x, 0);
      context.lineTo(x, this.height - AXIS_HEIGHT * k + 4);
      context.stroke();
      if (x > this.width - 24 * k) continue;
      context.fillStyle = theme.soft;
      const clock = timeOf(at * stepUs, 0).slice(0, stepUs < 1e6 ? -1 : -3);
      const text = mode === "recording" ? clock : at === 0 ? "now" : `${Math.round(at * stepUs / 1e5) / 10} s`;
      context.fillText(text.replace("-", "\u2212"), x, this.height - 6 * k);
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

  /** Draws the bars of gestures, then their names, each where it overlaps no other bar and no other name. */
  drawGestures(gestures) {
    const rows = Array.from({ length: GESTURE_ROWS }, () => []);
    for (const gesture of gestures) {
      const x = this.toX(gesture.beganUs);
      const width = Math.max(this.toX(Math.min(gesture.endedUs, this.fromUs + this.span)) - x, 5);
      const row = this.gestures.laneOf(gesture, NAME_SHARE * this.span);
      const bar = { gesture, x, width, y: (GAP + (GESTURE_ROWS - 1 - row) * (GESTURE_HEIGHT + GAP)) * this.k };
      rows[row].push(bar);
      this.drawBar(bar);
    }
    this.context.font = `600 ${Math.max(19 * this.k, 11)}px ${this.theme.font}`;
    for (const bars of rows) {
      let end = this.left;
      bars.forEach((bar, at) => {
        end = Math.max(this.drawName(bar, end, bars[at + 1]?.x ?? this.width), bar.x + bar.width);
      });
    }
  }

  drawBar({ gesture, x, y, width }) {
    const { context, theme, k } = this;
    const colour = colourOf(theme, gesture.kind);
    context.save();
    context.strokeStyle = colour;
    context.fillStyle = colour;
    context.lineWidth = 2 * k;
    context.globalAlpha = 0.22;
    context.beginPath();
    context.roundRect(x, y + 1, width, GESTURE_HEIGHT * k - 2, 4 * k);
    context.fill();
    context.globalAlpha = 1;
    if (gesture.isCancelled) context.setLineDash([5 * k, 5 * k]);
    context.stroke();
    context.restore();
  }

  /**
   * Draws the name of a gesture in its bar, or after it, or before it, if it fits between `low`, where the
   * previous name ends, and `high`, where the next bar begins. Returns where the next name may begin; `low` if it
   * is not drawn.
   */
  drawName({ gesture, x, y, width }, low, high) {
    const { context, theme, k } = this;
    const name = titleOf(gesture);
    const { width: length } = context.measureText(name);
    const begin = Math.max(x, this.left);
    const isWithin = x + width - begin >= length + 16 * k;
    const positions = isWithin ? [begin + 8 * k] : [x + width + 6 * k, begin - length - 6 * k];
    const left = positions.find((position) => isWithin || (position >= low && position + length <= high));
    if (left === undefined) return low;
    context.fillStyle = colourOf(theme, gesture.kind);
    context.textAlign = "left";
    context.textBaseline = "middle";
    context.fillText(name, left, y + (GESTURE_HEIGHT / 2) * k + 1);
    return left + length + 6 * k;
  }

  drawCursor(us) {
    const { context, theme, k } = this;
    // Its dot stays within the strip.
    const x = Math.round(Math.min(this.toX(us), this.width - 6 * k));
    const end = this.height - AXIS_HEIGHT * k + 6 * k;
    context.fillStyle = theme.ink;
    context.fillRect(x - k, 0, 2 * k, end);
    context.beginPath();
    context.arc(x, end, 6 * k, 0, 2 * Math.PI);
    context.fill();
  }
}
