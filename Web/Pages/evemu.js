// Writes and reads recordings in the format of evemu, which `gestured --replay` reads, too. Lines of the
// protocol are in comments (`#= {...}`), which replays ignore.

import { faultOf } from "./lines.js";

const CODES = { slot: 0x2f, major: 0x30, x: 0x35, y: 0x36, tool: 0x37, id: 0x39, force: 0x3a };
/** Steps per millimetre, and of the full force, in written recordings. */
const STEPS = 100;
const FORCE_STEPS = 10_000;
const PALM = 2;
/** The width of panels that report no resolution: about that of a notebook. */
const ASSUMED_WIDTH_MM = 300;

const hexadecimal = (number, digits = 4) =>
  Math.min(Math.max(number, 0), 0xffff).toString(16).padStart(digits, "0");

function describe(device, axes) {
  const steps = (mm) => Math.round(mm * STEPS);
  const name = device.name.replace(/[\u0000-\u001f]/g, " ");
  return [
    "# EVEMU 1.3",
    "# Touches as the live page of gestured remembered them: it shows where fingers were.",
    "# Positions are those of the surface: replay it without rotation and calibration.",
    `N: ${name}`,
    `I: ${hexadecimal(device.bus)} ${hexadecimal(device.vendor)} ${hexadecimal(device.product)} 0000`,
    "P: 02 00 00 00 00 00 00 00",
    "B: 00 0b 00 00 00 00 00 00 00",
    "B: 03 00 00 00 00 00 80 e1 06",
    `A: 2f 0 ${Math.max(Math.min(device.slots, 64), 1) - 1} 0 0 0`,
    ...(axes.major ? [`A: 30 0 ${steps(ASSUMED_WIDTH_MM)} 0 0 ${STEPS}`] : []),
    `A: 35 0 ${steps(device.width_mm)} 0 0 ${STEPS}`,
    `A: 36 0 ${steps(device.height_mm)} 0 0 ${STEPS}`,
    "A: 37 0 2 0 0 0",
    "A: 39 0 65535 0 0 0",
    ...(axes.force ? [`A: 3a 0 ${FORCE_STEPS} 0 0 0`] : []),
  ];
}

/** The events of one sample of a contact. */
function sampleEvents(track, index, trackingID) {
  const events = [[CODES.slot, track.slot]];
  if (index === 0) events.push([CODES.id, trackingID]);
  events.push([CODES.tool, track.isPalm ? PALM : 0]);
  events.push([CODES.x, Math.round(track.xs[index] * STEPS)], [CODES.y, Math.round(track.ys[index] * STEPS)]);
  if (track.forces[index] >= 0) events.push([CODES.force, Math.round(Math.min(track.forces[index], 1) * FORCE_STEPS)]);
  if (track.majors[index] >= 0) events.push([CODES.major, Math.round(track.majors[index] * STEPS)]);
  return events;
}

/** The events of all tracks up to `toUs`, in frames: by time, within a frame by slot, and ends before beginnings. */
function* frames(tracks, toUs) {
  const steps = [];
  tracks.forEach((track, number) => {
    for (let index = 0; index < track.count; index += 1) {
      steps.push({ us: track.times[index], slot: track.slot, order: 1, track, index, number: number + 1 });
    }
    steps.push({ us: track.endedUs, slot: track.slot, order: 0 });
  });
  const written = steps.filter((step) => step.us <= toUs);
  written.sort((a, b) => a.us - b.us || a.slot - b.slot || a.order - b.order);
  let frame = { us: undefined, events: [] };
  for (const step of written) {
    if (step.us !== frame.us) {
      if (frame.events.length > 0) yield frame;
      frame = { us: step.us, events: [] };
    }
    if (step.order === 0) frame.events.push([CODES.slot, step.slot], [CODES.id, -1]);
    else frame.events.push(...sampleEvents(step.track, step.index, step.number));
  }
  if (frame.events.length > 0) yield frame;
}

/**
 * The text of a recording of a panel's `tracks` up to `toUs`, with `lines` of the protocol in comments.
 * Timestamps are those of the daemon, so a replay gives the same times.
 */
export function writeEvemu({ device, tracks, lines, toUs }) {
  const axes = {
    force: tracks.some((track) => track.forces.some((force) => force >= 0)),
    major: tracks.some((track) => track.majors.some((major) => major >= 0)),
  };
  const text = describe(device, axes);
  text.push(`#= ${JSON.stringify({ type: "device", change: "present", device })}`);
  for (const { us, events } of frames(tracks, toUs)) {
    const stamp = `E: ${Math.floor(us / 1e6)}.${String(us % 1e6).padStart(6, "0")}`;
    for (const [code, value] of events) text.push(`${stamp} 0003 ${hexadecimal(code)} ${value}`);
    text.push(`${stamp} 0000 0000 0`);
  }
  for (const line of lines) text.push(`#= ${JSON.stringify(line)}`);
  return `${text.join("\n")}\n`;
}

/** Reads the events of one panel into contact lines of the protocol. */
class SlotReader {
  constructor() {
    this.axes = new Map();
    this.slots = [];
    this.slot = 0;
    this.lines = [];
    this.name = "Recording";
    this.ids = [0, 0, 0];
  }

  millimetres(code, value) {
    const { low, high, resolution } = this.axes.get(code) ?? { low: 0, high: 1, resolution: 0 };
    const horizontal = this.axes.get(CODES.x) ?? { low: 0, high: 1 };
    return (value - low) / (resolution || (horizontal.high - horizontal.low) / ASSUMED_WIDTH_MM || 1);
  }

  size(code) {
    return Math.round(this.millimetres(code, this.axes.get(code)?.high ?? 0) * 10) / 10;
  }

  get device() {
    const [bus, vendor, product] = this.ids;
    return {
      id: 1, name: this.name, path: null, bus, vendor, product, width_mm: this.size(CODES.x),
      height_mm: this.size(CODES.y), size: this.axes.get(CODES.x)?.resolution ? "kernel" : "assumed",
      slots: (this.axes.get(CODES.slot)?.high ?? 0) + 1,
      force: this.axes.has(CODES.force) ? "pressure" : "none", state: "open",
    };
  }

  handle(type, code, value, us) {
    if (type === 0 && code === 0) return this.endFrame(us);
    if (type !== 3) return undefined;
    if (code === CODES.slot) this.slot = Math.min(Math.max(value, 0), 63);
    const contact = (this.slots[this.slot] ??= { isDown: false, x: 0, y: 0 });
    if (code === CODES.id) {
      if (contact.isDown) this.emit(contact, this.slot, "ended", us);
      contact.isDown = value >= 0;
      contact.isNew = value >= 0;
      contact.id = value;
    } else if (code === CODES.x) contact.x = value;
    else if (code === CODES.y) contact.y = value;
    else if (code === CODES.force) contact.force = value;
    else if (code === CODES.major) contact.major = value;
    else if (code === CODES.tool) contact.palm = value > 0;
    else return undefined;
    contact.hasEvents = true;
    return undefined;
  }

  endFrame(us) {
    this.slots.forEach((contact, slot) => {
      if (contact.isDown && contact.hasEvents) this.emit(contact, slot, contact.isNew ? "began" : "changed", us);
      contact.isNew = contact.hasEvents = false;
    });
  }

  emit(contact, slot, phase, us) {
    const line = { type: "contact", time_us: us, device: 1, slot, tracking_id: contact.id, phase };
    line.x_mm = this.millimetres(CODES.x, contact.x);
    line.y_mm = this.millimetres(CODES.y, contact.y);
    const range = this.axes.get(CODES.force);
    if (range && contact.force !== undefined) line.force = (contact.force - range.low) / (range.high - range.low || 1);
    if (contact.major !== undefined && this.axes.get(CODES.major)?.resolution) {
      line.major_mm = this.millimetres(CODES.major, contact.major);
    }
    if (contact.palm) line.palm = true;
    this.lines.push(line);
  }
}

const EVENT = /^E: (\d+)\.(\d{6}) ([0-9a-f]{4}) ([0-9a-f]{4}) (-?\d+)/i;
const AXIS = /^A: ([0-9a-f]{2}) (-?\d+) (-?\d+) -?\d+ -?\d+ ?(-?\d+)?/i;

/** The advice about recordings that the page cannot read itself. */
const ALTERNATIVE = "this page opens the lines of gestured --replay FILE --json";
/** Formats that only `gestured --replay` reads: how a recording begins, and the program that writes it. */
const OTHER_FORMATS = [[/^(# libinput record|version:)/m, "libinput record"], [/^Input driver version/m, "evtest"]];

/**
 * The contact lines of a recording by evemu, merged with the lines of the protocol in its comments. Throws an
 * Error with the location of a fault; an incomplete last row is ignored, because it may be truncated.
 */
export function readEvemu(text) {
  const reader = new SlotReader();
  const protocolLines = [];
  const rows = text.split(/\r?\n/);
  rows.forEach((row, index) => {
    const isLast = index === rows.length - 1;
    const event = EVENT.exec(row);
    const axis = event ? null : AXIS.exec(row);
    if (event) {
      const [, seconds, us, type, code, value] = event;
      reader.handle(parseInt(type, 16), parseInt(code, 16), Number(value), Number(seconds) * 1e6 + Number(us));
    } else if (axis) {
      const [, code, low, high, resolution] = axis;
      reader.axes.set(parseInt(code, 16), { low: +low, high: +high, resolution: Number(resolution ?? 0) });
    } else if (row.startsWith("#= ")) {
      const line = parseLine(row.slice(3));
      if (line) protocolLines.push(line);
      else if (!isLast) throw new Error(`line ${index + 1}: expected a line of the protocol after "#="`);
    } else if (row.startsWith("N: ")) {
      reader.name = row.slice(3).trim();
    } else if (row.startsWith("I: ")) {
      reader.ids = row.slice(3).split(" ").slice(0, 3).map((number) => parseInt(number, 16) || 0);
    } else if (row.startsWith("E:") && !isLast) {
      throw new Error(`line ${index + 1}: expected "E: SECONDS.MICROSECONDS TYPE CODE VALUE"`);
    }
  });
  if (!reader.axes.has(CODES.x)) throw new Error(complaintAbout(text));
  if (!reader.axes.has(CODES.id) && protocolLines.length === 0) {
    throw new Error(`its panel names no contacts; ${ALTERNATIVE}`);
  }
  const devices = protocolLines.filter((line) => line.type === "device");
  const id = devices[0]?.device.id ?? 1;
  for (const line of reader.lines) line.device = id;
  const events = merge(reader.lines, protocolLines.filter((line) => line.type !== "device"));
  const present = devices.length > 0 ? devices : [{ type: "device", change: "present", device: reader.device }];
  return [...present, ...events];
}

function complaintAbout(text) {
  const [, program] = OTHER_FORMATS.find(([beginning]) => beginning.test(text.slice(0, 1000))) ?? [];
  if (!program) return "it describes no touchscreen: no axis 35";
  return `it is a recording of ${program}; ${ALTERNATIVE}`;
}

/** Contacts in their order, even if their clock runs back, and each line after the contacts of its time. */
function merge(contacts, lines) {
  const merged = [];
  let index = 0;
  for (const contact of contacts) {
    while (index < lines.length && lines[index].time_us < contact.time_us) merged.push(lines[index++]);
    merged.push(contact);
  }
  return merged.concat(lines.slice(index));
}

/** The line of the protocol in a comment; undefined if there is none. */
function parseLine(text) {
  try {
    const line = JSON.parse(text);
    return faultOf(line) ? undefined : line;
  } catch {
    return undefined;
  }
}
