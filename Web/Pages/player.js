// What instant is shown: the present, a moment of the page's memory, or one of a recording that was opened.

/** What the strip shows of the present, in microseconds. */
export const STRIP_US = 10e6;
/** The longest recording that the strip shows whole; of longer ones it shows a page of so much. */
const PAGE_US = 30e6;
/** Room after the last event of a recording, so that marks may fade. */
const REST_US = 0.5e6;
/** How much the clock may fall behind with each line. */
const DRIFT_US = 20;

/** The daemon's clock as the page sees it: where it will be between two lines. */
class LiveClock {
  offsetUs = undefined;

  note(us, nowMs) {
    const offsetUs = us - nowMs * 1000;
    // The line that was the quickest to come is nearest to the truth; a little a line lets it drift.
    const isFar = this.offsetUs === undefined || Math.abs(offsetUs - this.offsetUs) > 1e6;
    this.offsetUs = isFar ? offsetUs : Math.max(offsetUs, this.offsetUs - DRIFT_US);
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

  /** Back to the present. */
  resume() {
    this.mode = "live";
    this.view = this.live;
    this.isPlaying = true;
    this.fileName = undefined;
  }

  /** Takes note of a line of the present that came at `nowMs`. */
  note(line, nowMs) {
    if (Number.isFinite(line.time_us)) this.clock.note(line.time_us, nowMs);
  }

  /** Holds the present still; what comes meanwhile is remembered as before. */
  pause(nowMs) {
    this.atUs = this.presentUs(nowMs);
    this.mode = "paused";
    this.view = this.live.snapshot();
    this.isPlaying = false;
    this.endUs = this.atUs;
    this.fromUs = this.atUs - STRIP_US;
    this.toUs = this.atUs;
  }

  /** Shows a recording, from its beginning, playing. */
  open(timeline, fileName) {
    this.mode = "recording";
    this.view = timeline;
    this.fileName = fileName;
    this.isPlaying = true;
    this.beginUs = timeline.oldestUs - REST_US / 2;
    this.endUs = timeline.newestUs + REST_US;
    this.atUs = this.beginUs;
    this.lastMs = undefined;
    this.fromUs = this.beginUs;
    this.toUs = Math.min(this.endUs, this.beginUs + PAGE_US);
  }

  /** Pauses what plays, and lets go on what is still. */
  toggle(nowMs) {
    if (this.mode === "live") return this.pause(nowMs);
    if (this.mode === "paused") return this.resume();
    this.isPlaying = !this.isPlaying;
    this.lastMs = undefined;
    if (this.isPlaying && this.atUs >= this.endUs) this.atUs = this.beginUs;
    return undefined;
  }

  /** Shows an instant of what there is; the present is held still for it. */
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

  /** The instant that is shown at `nowMs`. */
  presentUs(nowMs) {
    if (this.mode !== "live") return this.atUs;
    if (this.live.isEmpty) return 0;
    return Math.max(this.clock.at(nowMs), this.live.newestUs);
  }

  /** Moves on to `nowMs`. */
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
