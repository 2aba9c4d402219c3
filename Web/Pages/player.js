// The instant that is shown: the present, an earlier one of the received lines, or one of an opened recording.

/** The time span of the strip in the present, in microseconds. */
export const STRIP_US = 10e6;
/** The longest recording that the strip shows whole; of longer ones it shows pages of this length. */
const PAGE_US = 30e6;
/** How long a recording is shown after its last event, so that marks fade. */
const TAIL_US = 0.5e6;
/** The maximum by which a line moves the estimated clock back, in microseconds. */
const DRIFT_US = 20;

/** The daemon's clock, estimated from lines and the page's clock. */
class LiveClock {
  offsetUs = undefined;

  record(us, nowMs) {
    const offsetUs = us - nowMs * 1000;
    // The line with the shortest delay is the most accurate; small steps back follow the drift of the clocks.
    const isNewClock = this.offsetUs === undefined || Math.abs(offsetUs - this.offsetUs) > 1e6;
    this.offsetUs = isNewClock ? offsetUs : Math.max(offsetUs, this.offsetUs - DRIFT_US);
  }

  at(nowMs) {
    return this.offsetUs === undefined ? 0 : nowMs * 1000 + this.offsetUs;
  }
}

export class Player {
  constructor(timeline) {
    this.live = timeline;
    this.clock = new LiveClock();
    this.resume();
  }

  /** Returns to the present. */
  resume() {
    this.mode = "live";
    this.view = this.live;
    this.isPlaying = true;
    this.fileName = undefined;
  }

  /** Records the time of a line that arrived at `nowMs`. */
  record(line, nowMs) {
    if (Number.isFinite(line.time_us)) this.clock.record(line.time_us, nowMs);
  }

  /** Freezes the present; later lines are stored as before. */
  pause(nowMs) {
    this.atUs = this.presentUs(nowMs);
    this.mode = "paused";
    this.view = this.live.snapshot();
    this.isPlaying = false;
    this.endUs = this.atUs;
    this.fromUs = this.atUs - STRIP_US;
    this.toUs = this.atUs;
  }

  /** Shows a recording from its beginning, playing. `what` is a sentence about it. */
  open(timeline, fileName, what = "A recording.") {
    this.mode = "recording";
    this.view = timeline;
    this.fileName = fileName;
    this.what = what;
    this.isPlaying = true;
    this.beginUs = timeline.oldestUs - TAIL_US / 2;
    this.endUs = timeline.newestUs + TAIL_US;
    this.atUs = this.beginUs;
    this.lastMs = undefined;
    this.fromUs = this.beginUs;
    this.toUs = Math.min(this.endUs, this.beginUs + PAGE_US);
  }

  /** Toggles between playing and paused. */
  toggle(nowMs) {
    if (this.mode === "live") return this.pause(nowMs);
    if (this.mode === "paused") return this.resume();
    this.isPlaying = !this.isPlaying;
    this.lastMs = undefined;
    if (this.isPlaying && this.atUs >= this.endUs) this.atUs = this.beginUs;
    return undefined;
  }

  /** Shows the instant nearest to `us` that is available, and pauses. */
  seek(us, nowMs) {
    if (this.mode === "live") this.pause(nowMs);
    this.isPlaying = false;
    this.atUs = Math.min(Math.max(us, this.firstUs), this.endUs);
    this.keepInWindow();
  }

  get firstUs() {
    if (this.mode === "recording") return this.beginUs;
    return Math.min(this.view.oldestUs, this.endUs);
  }

  keepInWindow() {
    const span = this.toUs - this.fromUs;
    if (this.atUs < this.fromUs) this.fromUs = Math.max(this.atUs - span / 2, Math.min(this.firstUs, this.atUs));
    else if (this.atUs > this.toUs) this.fromUs = Math.min(this.atUs - span / 2, this.endUs - span);
    this.toUs = this.fromUs + span;
  }

  /** The shown instant at `nowMs`. */
  presentUs(nowMs) {
    if (this.mode !== "live") return this.atUs;
    if (this.live.isEmpty) return 0;
    return Math.max(this.clock.at(nowMs), this.live.newestUs);
  }

  /** Advances to `nowMs`. */
  tick(nowMs) {
    if (this.mode === "live") {
      this.atUs = this.presentUs(nowMs);
      this.fromUs = this.atUs - STRIP_US;
      this.toUs = this.atUs;
    } else if (this.isPlaying) {
      this.atUs = Math.min(this.atUs + (nowMs - (this.lastMs ?? nowMs)) * 1000, this.endUs);
      this.lastMs = nowMs;
      if (this.atUs >= this.endUs) this.isPlaying = false;
      this.keepInWindow();
    }
  }
}
