// The state that the lines of the protocol describe: contacts with their samples, gestures with their phases.
// It uses no clock, no socket and no document, and can be queried for any instant, so drawing the present and
// scrubbing a recording use the same code.

import { faultOf } from "./lines.js";

/** How long lines are kept, in microseconds of the daemon's clock. */
export const KEPT_US = 60e6;
/** The maximum number of samples, 24 bytes each: a minute of ten fingers at 120 Hz takes 72 000 to 144 000. */
const MAXIMUM_SAMPLES = 200_000;
/** The maximum number of lines kept of all gestures. */
const MAXIMUM_LINES = 40_000;
/** A clock that runs back by more than this, in microseconds, is new: the daemon or a recording has restarted. */
export const BACK_US = 1e6;

const SAMPLES = ["times", "xs", "ys", "forces", "majors"];

/** The samples of one contact, oldest first. Lengths are millimetres, force is 0 to 1 or NaN. */
export class Track {
  constructor(line) {
    this.device = line.device;
    this.slot = line.slot;
    this.beganUs = line.time_us;
    this.endedUs = Infinity;
    this.isPalm = false;
    /** Whether the beginning was received: not if the page connected later, or if lines were lost. */
    this.isWhole = line.phase === "began";
    /** The gestures that included the finger, in the order in which they began. */
    this.gestures = [];
    this.count = 0;
    this.allocate(16);
    this.append(line);
  }

  allocate(size) {
    const grown = (Type, old) => {
      const values = new Type(size);
      if (old) values.set(old.subarray(0, this.count));
      return values;
    };
    this.times = grown(Float64Array, this.times);
    this.xs = grown(Float32Array, this.xs);
    this.ys = grown(Float32Array, this.ys);
    this.forces = grown(Float32Array, this.forces);
    this.majors = grown(Float32Array, this.majors);
  }

  append(line) {
    if (this.count === this.times.length) this.allocate(this.count * 2);
    const at = this.count++;
    this.times[at] = line.time_us;
    this.xs[at] = line.x_mm;
    this.ys[at] = line.y_mm;
    this.forces[at] = line.force ?? NaN;
    this.majors[at] = line.major_mm ?? NaN;
    if (line.palm) this.isPalm = true;
  }

  /** The index of the last sample at `us` or before, -1 if there is none. */
  indexAt(us) {
    let low = 0;
    let high = this.count;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.times[middle] <= us) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }

  /** The gesture that includes the finger at `us`, the last to begin if there are several; undefined if none does. */
  gestureAt(us) {
    return this.gestures.findLast((gesture) => gesture.beganUs <= us);
  }

  isDownAt(us) {
    return this.beganUs <= us && us < this.endedUs;
  }

  /** Drops samples before `us`, except for the last of them, and gestures that had ended before. */
  dropBefore(us) {
    this.gestures = this.gestures.filter((gesture, at) => at === this.gestures.length - 1 || gesture.endedUs >= us);
    const from = this.indexAt(us);
    if (from <= 0) return;
    for (const name of SAMPLES) this[name] = this[name].slice(from);
    this.count -= from;
  }

  /** A copy of the contact that later samples and drops do not change. */
  clone() {
    return Object.assign(Object.create(Track.prototype), this);
  }
}

/** One gesture: its lines, and the fingers nearest to it. */
export class Gesture {
  constructor(line, tracks) {
    this.id = line.id;
    this.kind = line.gesture;
    this.name = line.name;
    this.device = line.device;
    this.zone = line.zone;
    this.fingers = line.fingers;
    this.lines = [line];
    this.tracks = tracks;
    this.endedUs = Infinity;
    this.isCancelled = false;
    /** Whether it only has the phase `ended`, as a tap, a swipe and a stroke. */
    this.isDiscrete = line.phase === "ended";
    this.beganUs = line.time_us;
    /** When its fingers landed. */
    this.landedUs = line.time_us - (line.duration_us ?? 0);
    if (tracks.length && line.duration_us === undefined) {
      this.landedUs = Math.min(...tracks.map((track) => track.beganUs));
    }
  }

  append(line) {
    this.lines.push(line);
    if (line.duration_us !== undefined) this.landedUs = Math.min(this.landedUs, line.time_us - line.duration_us);
    if (line.phase !== "ended" && line.phase !== "cancelled") return;
    this.endedUs = line.time_us;
    this.isCancelled = line.phase === "cancelled";
    this.reason = line.reason;
  }

  /** Drops lines before `us`, except for the first. */
  dropBefore(us) {
    this.lines = this.lines.filter((line, at) => at === 0 || line.time_us >= us);
  }

  /** The newest line at `us`; undefined before the gesture began. */
  lineAt(us) {
    for (let at = this.lines.length - 1; at >= 0; at -= 1) {
      if (this.lines[at].time_us <= us) return this.lines[at];
    }
    return undefined;
  }

  isActiveAt(us) {
    return this.beganUs <= us && us < this.endedUs;
  }
}

/** All contacts and gestures of a time span, up to the newest line. */
export class Timeline {
  constructor(keptUs = KEPT_US) {
    this.keptUs = keptUs;
    this.devices = new Map();
    this.zones = [];
    this.clear();
  }

  /** Removes contacts and gestures, and keeps the devices. */
  clear() {
    this.tracks = [];
    this.gestures = [];
    this.explanations = [];
    this.oldestUs = Infinity;
    this.newestUs = -Infinity;
    this.hasContacts = false;
    /** Whether the newest line contained positions; undefined before the first line that can. */
    this.hasPositions = undefined;
    this.down = new Map();
    this.active = new Map();
    this.trimmedUs = -Infinity;
  }

  get isEmpty() {
    return this.newestUs === -Infinity;
  }

  /** A copy for a pause, which later lines do not change. */
  snapshot() {
    const copy = Object.assign(Object.create(Timeline.prototype), this);
    copy.tracks = this.tracks.map((track) => (track.endedUs === Infinity ? track.clone() : track));
    copy.gestures = [...this.gestures];
    copy.explanations = [...this.explanations];
    copy.devices = new Map(this.devices);
    copy.down = new Map();
    copy.active = new Map();
    return copy;
  }

  /**
   * Applies one line; skips invalid lines and those of unknown types. Returns whether the clock has restarted.
   */
  apply(line) {
    if (faultOf(line)) return false;
    if (line.type === "device") return this.applyDevice(line);
    if (line.type === "overflow") return this.endContacts(this.newestUs);
    if (!["contact", "gesture", "explanation"].includes(line.type)) return false;
    const hasRestarted = line.time_us < this.newestUs - BACK_US;
    if (hasRestarted) this.clear();
    this.newestUs = Math.max(this.newestUs, line.time_us);
    this.oldestUs = Math.min(this.oldestUs, line.time_us);
    if (line.type === "contact") this.applyContact(line);
    else if (line.type === "gesture") this.applyGesture(line);
    else this.applyExplanation(line);
    if (this.newestUs - this.trimmedUs > 1e6) this.trim();
    return hasRestarted;
  }

  applyDevice({ change, device }) {
    if (change === "removed" && device) {
      this.devices.delete(device.id);
      this.endContacts(this.newestUs, device.id);
    } else {
      this.devices.set(device.id, device);
    }
    return false;
  }

  applyContact(line) {
    this.hasContacts = true;
    this.hasPositions = true;
    const key = line.device * 64 + line.slot;
    const track = this.down.get(key);
    if (line.phase === "began" || !track) {
      if (line.phase === "ended") return;
      if (track) track.endedUs = line.time_us;
      const newTrack = new Track(line);
      this.down.set(key, newTrack);
      this.tracks.push(newTrack);
    } else if (line.phase === "ended") {
      track.endedUs = line.time_us;
      this.down.delete(key);
    } else {
      track.append(line);
    }
  }

  applyGesture(line) {
    this.hasPositions = line.x_mm !== undefined;
    let gesture = this.active.get(line.id);
    if (gesture) {
      gesture.append(line);
    } else {
      gesture = new Gesture(line, this.fingersOf(line));
      for (const track of gesture.tracks) track.gestures.push(gesture);
      this.gestures.push(gesture);
      this.active.set(line.id, gesture);
      if (line.phase === "ended" || line.phase === "cancelled") {
        gesture.endedUs = line.time_us;
        gesture.isCancelled = line.phase === "cancelled";
        gesture.reason = line.reason;
      }
    }
    if (gesture.endedUs < Infinity) this.active.delete(line.id);
  }

  applyExplanation(line) {
    line.track = this.tracks.findLast(
      (it) => it.device === line.device && it.beganUs >= line.began_us - 1 && it.beganUs <= line.time_us);
    this.explanations.push(line);
  }

  /** The contacts of a gesture, which the protocol does not name: those nearest to its middle. */
  fingersOf(line) {
    const landedUs = line.time_us - (line.duration_us ?? 0);
    const candidates = this.tracks.filter((track) => track.device === line.device && !track.isPalm
      && (line.duration_us === undefined ? track.endedUs >= line.time_us
        : track.beganUs >= landedUs - 1000 && track.beganUs <= line.time_us));
    if (candidates.length <= line.fingers || line.x_mm === undefined) return candidates.slice(0, line.fingers);
    const distance = (track) => {
      const at = track.count - 1;
      return Math.hypot(track.xs[at] - line.x_mm, track.ys[at] - line.y_mm);
    };
    return candidates.sort((a, b) => distance(a) - distance(b)).slice(0, line.fingers);
  }

  endContacts(us, device) {
    for (const [key, track] of this.down) {
      if (device !== undefined && track.device !== device) continue;
      track.endedUs = us;
      this.down.delete(key);
    }
    return false;
  }

  /** Ends contacts and cancels active gestures at the newest instant, because the connection is lost. */
  disconnect() {
    this.endContacts(this.newestUs);
    for (const gesture of this.active.values()) {
      const last = gesture.lines.at(-1);
      gesture.append({ ...last, time_us: this.newestUs, phase: "cancelled", reason: "disconnected" });
    }
    this.active.clear();
  }

  /** Drops data older than the limit. */
  trim() {
    this.trimmedUs = this.newestUs;
    const samples = this.tracks.reduce((sum, track) => sum + track.times.length, 0);
    const lines = this.gestures.reduce((sum, gesture) => sum + gesture.lines.length, 0);
    const isCrowded = samples > MAXIMUM_SAMPLES || lines > MAXIMUM_LINES;
    const fromUs = this.newestUs - (isCrowded ? this.keptUs / 4 : this.keptUs);
    if (this.oldestUs >= fromUs) return;
    this.oldestUs = fromUs;
    this.tracks = this.tracks.filter((track) => track.endedUs >= fromUs);
    for (const track of this.down.values()) track.dropBefore(fromUs);
    this.gestures = this.gestures.filter((gesture) => gesture.endedUs >= fromUs);
    for (const gesture of this.active.values()) gesture.dropBefore(fromUs);
    this.explanations = this.explanations.filter((line) => line.time_us >= fromUs);
  }
}

/** Reasons that can still change: the touch can become a gesture by itself, or with the next one. */
const UNDECIDED = new Set(["waits", "count", "undecided", "incomplete"]);
/** How long they leave a touch undecided, in microseconds: longer than between taps. `waits` always does. */
const UNDECIDED_US = 1e6;

/** Why gestures were not recognised in the last touch that had ended at `us`; empty once the next one has begun. */
export function reasonsAt(timeline, us) {
  const last = timeline.explanations.findLast((line) => line.time_us <= us);
  if (!last) return [];
  const isNext = (track) => track.device === last.device && track.beganUs > last.time_us && track.beganUs <= us;
  // Without contacts the next touch is known by its gestures.
  const isLater = (gesture) => gesture.device === last.device
    && gesture.landedUs > last.time_us && gesture.beganUs <= us;
  if (timeline.tracks.some(isNext) || timeline.gestures.some(isLater)) return [];
  return timeline.explanations.filter((line) => line.time_us === last.time_us && line.device === last.device);
}

/** Those of `reasonsAt` about a touch in which nothing was recognised, nor can be; and whether it still can. */
export function unrecognisedAt(timeline, us) {
  const reasons = reasonsAt(timeline, us).filter((line) => !wasRecognised(timeline, line, us));
  const isUndecided = (line) => UNDECIDED.has(line.reason)
    && (line.reason === "waits" || us - line.time_us < UNDECIDED_US);
  const open = new Set(reasons.filter(isUndecided).map((line) => line.zone));
  return { missed: reasons.filter((line) => !open.has(line.zone)), isUndecided: open.size > 0 };
}

/** Whether a gesture of the touch that an explanation is about was recognised at `us`. */
function wasRecognised(timeline, line, us) {
  return timeline.gestures.some((gesture) => gesture.device === line.device && gesture.zone === line.zone
    && !gesture.isCancelled && gesture.beganUs <= us
    && gesture.landedUs <= line.time_us && gesture.endedUs >= line.began_us);
}
