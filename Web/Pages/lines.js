// Checks that a line of the protocol has the members that the page draws with. Unknown members are allowed:
// later versions have more.

const isText = (value) => typeof value === "string";
const isCount = (value) => Number.isSafeInteger(value);
const isNumber = (value) => Number.isFinite(value);
const isMissing = (value) => value === undefined;
const isNumberOrMissing = (value) => isMissing(value) || isNumber(value);

const GESTURE = {
  time_us: isCount, device: isCount, gesture: isText, name: isText, id: isCount, phase: isText, fingers: isCount,
  x_mm: isNumberOrMissing, y_mm: isNumberOrMissing, dx_mm: isNumberOrMissing, dy_mm: isNumberOrMissing,
  force: isNumberOrMissing, scale: isNumberOrMissing, rotation_deg: isNumberOrMissing,
  duration_us: isNumberOrMissing, count: isNumberOrMissing,
};
const CONTACT = {
  time_us: isCount, device: isCount, slot: (value) => isCount(value) && value >= 0 && value < 64, phase: isText,
  x_mm: isNumber, y_mm: isNumber, force: isNumberOrMissing, major_mm: isNumberOrMissing,
};
const EXPLANATION = {
  time_us: isCount, began_us: isCount, device: isCount, name: isText, reason: isText, text: isText,
};
const DEVICE = {
  id: isCount, name: isText, width_mm: isNumber, height_mm: isNumber, slots: isCount, bus: isCount, vendor: isCount,
  product: isCount, output: (value) => isMissing(value) || isText(value),
};
const MEMBERS = { gesture: GESTURE, contact: CONTACT, explanation: EXPLANATION };

function wrongMember(value, members) {
  if (value === null || typeof value !== "object") return "device";
  return Object.keys(members).find((name) => !members[name](value[name]));
}

/** The member of a line that is missing, or has another type; undefined if there is none, and for other lines. */
export function faultOf(line) {
  if (line === null || typeof line !== "object" || !isText(line.type)) return "type";
  if (line.type === "device") return line.change === "removed" ? undefined : wrongMember(line.device, DEVICE);
  return line.type in MEMBERS ? wrongMember(line, MEMBERS[line.type]) : undefined;
}

/** Zones of a reply that can be drawn. */
export function drawableZones(zones) {
  if (!Array.isArray(zones)) return [];
  return zones.filter((zone) => isText(zone?.name) && [zone.x, zone.y, zone.width, zone.height].every(isNumber));
}
