// Saves received touches as recordings, and opens recordings.

import { readEvemu, writeEvemu } from "./evemu.js";
import { faultOf } from "./lines.js";
import { BACK_US, Timeline } from "./model.js";

/** The maximum size of a file that is opened, in bytes. */
const MAXIMUM_FILE_BYTES = 64 * 2 ** 20;
/** The maximum time by which a touch may have begun before the saved seconds, in microseconds. */
const MAXIMUM_TOUCH_US = 30e6;

/** The last instant up to `us` at which the glass is empty, so that a replay from there has whole touches. */
function emptyGlassBefore(tracks, us) {
  let fromUs = us;
  for (;;) {
    const cut = tracks.filter((track) => track.beganUs < fromUs && track.endedUs >= fromUs);
    if (cut.length === 0) return fromUs;
    fromUs = Math.min(...cut.map((track) => track.beganUs));
    if (us - fromUs > MAXIMUM_TOUCH_US) return us;
  }
}

/** The panel with the most touches. */
function busiestDevice(timeline, fromUs, toUs) {
  const counts = new Map([...timeline.devices.keys()].map((id) => [id, 0]));
  for (const track of timeline.tracks) {
    if (track.endedUs >= fromUs && track.beganUs <= toUs && counts.has(track.device)) {
      counts.set(track.device, counts.get(track.device) + track.count);
    }
  }
  const [id] = [...counts.entries()].sort((a, b) => b[1] - a[1])[0] ?? [];
  return timeline.devices.get(id);
}

/**
 * The text of a recording of the touches from `fromUs` to `toUs`, with the gestures; undefined if there are
 * none. The recording begins earlier if a touch would otherwise be truncated.
 */
export function save(timeline, fromUs, toUs) {
  const device = busiestDevice(timeline, fromUs, toUs);
  if (!device) return undefined;
  const candidates = timeline.tracks.filter((track) => track.device === device.id);
  const startUs = emptyGlassBefore(candidates, fromUs);
  const tracks = candidates.filter((track) => track.isWhole && track.beganUs >= startUs && track.beganUs <= toUs);
  if (tracks.length === 0) return undefined;
  const isWithin = (line) => line.device === device.id && line.time_us <= toUs;
  const lines = timeline.gestures.filter((gesture) => gesture.landedUs >= startUs)
    .flatMap((gesture) => gesture.lines).filter(isWithin);
  for (const { track, ...line } of timeline.explanations) {
    if (isWithin(line) && line.began_us >= startUs) lines.push(line);
  }
  lines.sort((a, b) => a.time_us - b.time_us);
  return writeEvemu({ device, tracks, lines, toUs });
}

/** A row of text as JSON; undefined if it is not valid. */
function parse(row) {
  try {
    return JSON.parse(row);
  } catch {
    return undefined;
  }
}

/** The lines of `gestured --json`, `gesturectl watch --json` or `gesturectl save`. */
function readLines(text) {
  const rows = text.split("\n");
  // An incomplete last row is ignored: it may be truncated.
  if (parse(rows.at(-1)) === undefined) rows.pop();
  return rows.map((row, at) => {
    const line = parse(row);
    const fault = faultOf(line);
    if (!fault) return line;
    throw new Error(`line ${at + 1}: expected a line of the protocol, found ${JSON.stringify(row.slice(0, 40))}`
      + ` (${fault} is wrong)`);
  });
}

/** The timeline of a file's text. Throws an Error that names the fault and its location. */
export function readTimeline(text) {
  const lines = text.startsWith("{") ? readLines(text) : readEvemu(text);
  const timeline = new Timeline(Infinity);
  let shiftUs = 0;
  for (const line of lines) {
    if (line.time_us + shiftUs < timeline.newestUs - BACK_US) {
      // The clock started again, as in concatenated recordings: it continues a second later.
      timeline.disconnect();
      shiftUs = timeline.newestUs + BACK_US - line.time_us;
    }
    for (const name of ["time_us", "began_us"]) if (name in line) line[name] += shiftUs;
    // The panel of a replay is removed at its end, and must still be drawn.
    if (line.type === "device" && line.change === "removed") timeline.endContacts(timeline.newestUs, line.device?.id);
    else timeline.apply(line);
  }
  if (timeline.isEmpty) throw new Error("there are neither touches nor gestures in it");
  return timeline;
}

/** Reads a file that the user chose. */
export async function openFile(file) {
  if (file.size > MAXIMUM_FILE_BYTES) throw new Error("it has more than 64 MiB");
  return readTimeline(await file.text());
}

/** Passes text to the browser as a file to save. */
export function download(text, name) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
