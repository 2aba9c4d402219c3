// The names of gestures on the page, and their values in words.

const TITLES = {
  tap: "Tap", press: "Press", long_press: "Long press", drag: "Drag", swipe: "Swipe",
  swipe_hold: "Swipe and hold", magnify: "Magnify", rotate: "Rotate", deep_press: "Deep press", force: "Force", stroke: "Stroke",
  screen_reader: "Screen reader",
  simultaneous: "Together", sequence: "Sequence", exclusive: "Either",
};

const REASONS = {
  finger_added: "another finger joined", lost: "another gesture won", too_far: "a finger moved too far",
  palm: "a palm", failed: "a part failed", stuck: "the contact did not move", device_removed: "the panel was removed",
  resynchronised: "the kernel lost events", reloaded: "the configuration changed",
  overflow: "this page was too slow", shutdown: "gestured ended", disconnected: "the connection was lost",
};

const fixed = (number, digits) => number.toFixed(digits).replace("-", "\u2212");
const seconds = (us) => `${fixed(us / 1e6, 2)} s`;

/** The title of a gesture: the name from the configuration, or else the kind. */
export function titleOf(gesture) {
  if (gesture.name !== gesture.kind) return gesture.name.replaceAll("_", " ");
  const title = TITLES[gesture.kind] ?? gesture.kind.replaceAll("_", " ");
  return gesture.kind === "tap" && gesture.lines[0].count > 1 ? `${title} \u00d7${gesture.lines[0].count}` : title;
}

/** The direction of a displacement that is longer along one axis than along the other. */
function directionOf(dx, dy) {
  if (Math.hypot(dx, dy) < 0.5) return "";
  if (Math.abs(dx) >= Math.abs(dy)) return dx > 0 ? " right" : " left";
  return dy > 0 ? " down" : " up";
}

/** The speed; empty for fingers that rest. */
function speedOf(line) {
  const speed = fixed(Math.hypot(line.vx_mm_s, line.vy_mm_s), 0);
  return speed === "0" ? [] : [`${speed} mm/s`];
}

/** The location of a gesture: its zone, if the configuration names one, and its distance from the left and the top. */
function placeOf(line) {
  const zone = line.zone === undefined || line.zone === "screen" ? [] : [`in ${line.zone.replaceAll("_", " ")}`];
  return line.x_mm === undefined ? zone : [...zone, `at ${fixed(line.x_mm, 0)}, ${fixed(line.y_mm, 0)} mm`];
}

/** The values of the parts of a composition, or else its location. */
function partValuesOf(line) {
  const { zone, x_mm, y_mm } = line;
  const words = new Set((line.parts ?? []).flatMap((part) => kindValuesOf({ ...part, zone, x_mm, y_mm })));
  return words.size > 0 ? [...words] : placeOf(line);
}

const VALUES = {
  tap: placeOf,
  long_press: placeOf,
  drag: (line) => [
    `${fixed(Math.hypot(line.dx_mm, line.dy_mm), 1)} mm${directionOf(line.dx_mm, line.dy_mm)}`, ...speedOf(line)],
  swipe: (line) => [
    line.direction.replace("_", " "), `${fixed(Math.hypot(line.dx_mm, line.dy_mm), 1)} mm`, ...speedOf(line)],
  swipe_hold: (line) => [line.direction.replace("_", " "), `${fixed(Math.hypot(line.dx_mm, line.dy_mm), 1)} mm`],
  magnify: (line) => [`\u00d7${fixed(line.scale, 2)}`],
  rotate: (line) => [
    `${fixed(Math.abs(line.rotation_deg), 0)}\u00b0${line.rotation_deg < 0 ? " counter-clockwise" : " clockwise"}`],
  deep_press: (line) => (line.force === undefined ? [] : [`force ${fixed(line.max_force ?? line.force, 2)}`]),
  force: (line) => (line.force === undefined ? [] : [`force ${fixed(line.force, 2)}`]),
  stroke: (line) => [line.stroke, `score ${fixed(line.score ?? 0, 2)}`],
  screen_reader: (line) => [line.screen_reader.replaceAll("_", " "), ...placeOf(line)],
  press: (line) => [...(line.count === undefined ? [] : [`tick ${line.count}`]), ...placeOf(line)],
  simultaneous: partValuesOf,
  sequence: partValuesOf,
  exclusive: partValuesOf,
};

/** The values of a line in words, the most important first. Values of missing members are omitted. */
export function valuesOf(line) {
  return [...kindValuesOf(line), ...commonValuesOf(line)];
}

/** The values that are particular to the line's kind. */
export function kindValuesOf(line) {
  let words = [];
  try {
    words = VALUES[line.gesture]?.(line) ?? [];
  } catch {
    // Values are omitted if a member is missing or has another type than in the protocol.
  }
  // Beside the glass there is no room for the speed, too.
  return line.edge ? [...words.filter((word) => !word.endsWith(" mm/s")), `${line.edge} edge`] : words;
}

/** The values that every kind has: the number of fingers, if more than one, and the duration. */
export function commonValuesOf(line) {
  const words = line.fingers > 1 ? [`${line.fingers} fingers`] : [];
  if (line.duration_us !== undefined) words.push(seconds(line.duration_us));
  return words;
}

/** Why a gesture was cancelled. */
export function reasonOf(gesture) {
  return REASONS[gesture.reason] ?? gesture.reason ?? "";
}

/** The time since `fromUs` as text: minutes and seconds, to the hundredth. */
export function timeOf(us, fromUs) {
  const hundredths = Math.max(Math.round((us - fromUs) / 1e4), 0);
  const whole = Math.floor(hundredths / 100);
  const rest = String(hundredths % 100).padStart(2, "0");
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}.${rest}`;
}

/** The facts about a panel, as pairs of name and text. */
export function panelFacts(device) {
  const hexadecimal = (number) => number.toString(16).padStart(4, "0");
  const sizes = { kernel: "", configured: " (configured)", assumed: " (a guess)" };
  const forces = { pressure: "with force", area: "force by size", none: "no force yet" };
  return [
    ["Size", `${device.width_mm} \u00d7 ${device.height_mm} mm${sizes[device.size] ?? ""}`],
    ["Fingers", `${device.slots}, ${forces[device.force] ?? device.force}`],
    ["Output", device.output ?? "not configured"],
    ["Device", device.path ?? "a recording"],
    ["Id", `${hexadecimal(device.vendor)}:${hexadecimal(device.product)}`],
    ...(device.error ? [["Error", device.error]] : []),
  ];
}
