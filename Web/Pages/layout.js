// Lays surfaces out on the canvas, to one scale, and draws their static parts.

/** Room around a surface for its rulers and its caption, and between two surfaces, in pixels at 1080 lines. */
const MARGIN = { left: 32, top: 28, right: 8, bottom: 38, gap: 28 };
/** Possible distances between a ruler's numbers, in millimetres. */
const RULER_STEPS = [100, 200, 500, 1000];

/** The text truncated to fit, with an ellipsis; empty if almost nothing would be left. */
export function fitted(context, text, width) {
  if (context.measureText(text).width <= width) return text;
  for (let end = text.length - 1; end > 1; end -= 1) {
    const truncated = `${text.slice(0, end)}\u2026`;
    if (context.measureText(truncated).width <= width) return truncated;
  }
  return "";
}

/** Panels in the given number of rows, the same number in each row except the last. */
function inRows(panels, count) {
  const each = Math.ceil(panels.length / count);
  return Array.from({ length: Math.ceil(panels.length / each) }, (_, at) => panels.slice(at * each, (at + 1) * each));
}

/** The largest scale at which rows of panels fit. */
function scaleOf(rows, width, height, margin) {
  const across = rows.map((row) => (width - row.length * (margin.left + margin.right) - (row.length - 1) * margin.gap)
    / row.reduce((sum, device) => sum + device.width_mm, 0));
  const high = rows.reduce((sum, row) => sum + Math.max(...row.map((device) => device.height_mm)), 0);
  return Math.max(Math.min(...across, (height - rows.length * (margin.top + margin.bottom)) / high), 0.02);
}

/** A rectangle of pixels for each panel, centred, to one scale: in the number of rows with the largest scale. */
export function layOut(devices, width, height, k = 1) {
  const panels = devices.filter((device) => device.width_mm > 0 && device.height_mm > 0);
  if (panels.length === 0) return [];
  const margin = Object.fromEntries(Object.entries(MARGIN).map(([side, pixels]) => [side, pixels * k]));
  const arrangements = panels.map((_, at) => inRows(panels, at + 1));
  const scales = arrangements.map((rows) => scaleOf(rows, width, height, margin));
  const scale = Math.max(...scales);
  const rows = arrangements[scales.indexOf(scale)];
  const heights = rows.map((row) => Math.max(...row.map((device) => device.height_mm)) * scale);
  let top = (height - heights.reduce((sum, high) => sum + high + margin.top + margin.bottom, 0)) / 2 + margin.top;
  return rows.flatMap((row, at) => {
    const around = margin.left + margin.right + margin.gap;
    const used = row.reduce((sum, device) => sum + device.width_mm * scale + around, 0) - margin.gap;
    let left = (width - used) / 2 + margin.left;
    const placed = row.map((device) => {
      const surface = { device, scale, k, left, top, width: device.width_mm * scale, height: device.height_mm * scale };
      left += surface.width + around;
      return surface;
    });
    top += heights[at] + margin.top + margin.bottom;
    return placed;
  });
}

/** Draws the glass, its rulers in millimetres, its zones, the bands of its edges, and its name. */
export function drawSurface(context, theme, surface, zones) {
  const { left, top, width, height } = surface;
  const radius = Math.min(10, width / 8, height / 8);
  context.fillStyle = theme.glass;
  context.strokeStyle = theme.line;
  context.lineWidth = 1.5;
  context.beginPath();
  context.roundRect(left, top, width, height, radius);
  context.fill();
  context.stroke();
  drawRulers(context, theme, surface);
  context.save();
  context.beginPath();
  context.roundRect(left, top, width, height, radius);
  context.clip();
  for (const zone of zones) drawBands(context, theme, surface, zone);
  for (const zone of zones) if (zone.name !== "screen") drawZone(context, theme, surface, zone);
  context.restore();
  drawCaption(context, theme, surface);
}

function drawRulers(context, theme, { device, scale, left, top, k }) {
  context.strokeStyle = theme.line;
  context.fillStyle = theme.soft;
  context.font = `${Math.max(16 * k, 10)}px ${theme.font}`;
  context.lineWidth = 1;
  const tickMm = [10, 50, 100, 500].find((mm) => mm * scale >= 5) ?? 1000;
  const numberMm = RULER_STEPS.find((mm) => mm * scale >= 52 * k) ?? 1000;
  for (const isAcross of [true, false]) {
    const length = isAcross ? device.width_mm : device.height_mm;
    context.textAlign = "center";
    context.textBaseline = "alphabetic";
    for (let mm = 0; mm <= length; mm += tickMm) {
      const at = Math.round((isAcross ? left : top) + mm * scale) + 0.5;
      const tick = (mm % 50 === 0 ? 8 : 4) * k;
      context.beginPath();
      context.moveTo(isAcross ? at : left - 3, isAcross ? top - 3 : at);
      context.lineTo(isAcross ? at : left - 3 - tick, isAcross ? top - 3 - tick : at);
      context.stroke();
      if (mm % numberMm !== 0 || mm === 0 || (length - mm) * scale < 8 * k) continue;
      const number = isAcross && mm === numberMm ? `${mm} mm` : `${mm}`;
      if (isAcross) context.fillText(number, at, top - 13 * k);
      else drawUpright(context, number, left - 14 * k, at);
    }
  }
}

/** A number beside the left ruler, turned, so that the ruler stays narrow. */
function drawUpright(context, text, x, y) {
  context.save();
  context.translate(x, y);
  context.rotate(-Math.PI / 2);
  context.textAlign = "center";
  context.textBaseline = "alphabetic";
  context.fillText(text, 0, 0);
  context.restore();
}

function rectangle(surface, zone) {
  return [
    surface.left + zone.x * surface.width, surface.top + zone.y * surface.height,
    zone.width * surface.width, zone.height * surface.height];
}

function drawZone(context, theme, surface, zone) {
  const [x, y, width, height] = rectangle(surface, zone);
  const { k } = surface;
  context.strokeStyle = theme.soft;
  context.lineWidth = 1.5;
  context.strokeRect(x + 1, y + 1, width - 2, height - 2);
  context.fillStyle = theme.soft;
  context.font = `${Math.max(20 * k, 11)}px ${theme.font}`;
  context.textAlign = "left";
  context.textBaseline = "top";
  context.fillText(fitted(context, zone.name, width - 16 * k), x + 10 * k, y + 9 * k);
}

/** Draws the bands in which a gesture requires fingers to land, each with its width if there is room for it. */
function drawBands(context, theme, surface, zone) {
  const [x, y, width, height] = rectangle(surface, zone);
  const BANDS = {
    left: (band) => [x, y, band, height], right: (band) => [x + width - band, y, band, height],
    top: (band) => [x, y, width, band], bottom: (band) => [x, y + height - band, width, band],
  };
  const size = Math.max(16 * surface.k, 10);
  context.font = `${size}px ${theme.font}`;
  context.textAlign = "center";
  context.textBaseline = "middle";
  for (const [edge, mm] of Object.entries(zone.edges ?? {})) {
    const box = BANDS[edge]?.(mm * surface.scale);
    if (!box) continue;
    context.fillStyle = theme.band;
    context.fillRect(...box);
    const isUpright = edge === "left" || edge === "right";
    const [across, along] = isUpright ? [box[2], box[3]] : [box[3], box[2]];
    const text = `edge, ${Math.round(mm * 10) / 10} mm`;
    if (across < 1.3 * size || along < context.measureText(text).width + 2 * size) continue;
    context.save();
    context.translate(box[0] + box[2] / 2, box[1] + box[3] / 2);
    if (isUpright) context.rotate(-Math.PI / 2);
    context.fillStyle = theme.soft;
    context.fillText(text, 0, 0);
    context.restore();
  }
}

function drawCaption(context, theme, { device, left, top, width, height, k }) {
  context.fillStyle = theme.soft;
  context.font = `${Math.max(20 * k, 11)}px ${theme.font}`;
  context.textBaseline = "top";
  const size = `${device.width_mm} \u00d7 ${device.height_mm} mm`;
  const sizeWidth = context.measureText(size).width + 24 * k;
  const name = device.output ? `${device.output} \u00b7 ${device.name}` : device.name;
  const y = top + height + 9 * k;
  const isWide = width > 2 * sizeWidth;
  context.textAlign = "left";
  context.fillText(fitted(context, name, isWide ? width - sizeWidth : width), left, y);
  context.textAlign = "right";
  if (isWide) context.fillText(size, left + width, y);
}
