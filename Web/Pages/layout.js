// Where surfaces lie on the canvas, to one scale, and what is drawn on them that does not move.

/** Room round the glass for its rulers and its caption, in pixels. */
const MARGIN = { left: 30, top: 26, right: 8, bottom: 34 };
const GAP = 48;

/** A rectangle of pixels for each panel: all to the same scale, beside each other, centred. */
export function layOut(devices, width, height) {
  const panels = devices.filter((device) => device.width_mm > 0 && device.height_mm > 0);
  if (panels.length === 0) return [];
  const widthMm = panels.reduce((sum, device) => sum + device.width_mm, 0);
  const heightMm = Math.max(...panels.map((device) => device.height_mm));
  const room = width - panels.length * (MARGIN.left + MARGIN.right) - (panels.length - 1) * GAP;
  const scale = Math.max(Math.min(room / widthMm, (height - MARGIN.top - MARGIN.bottom) / heightMm), 0.05);
  const used = widthMm * scale + panels.length * (MARGIN.left + MARGIN.right) + (panels.length - 1) * GAP;
  let left = (width - used) / 2 + MARGIN.left;
  return panels.map((device) => {
    const surface = {
      device, scale, left, top: MARGIN.top,
      width: device.width_mm * scale, height: device.height_mm * scale,
    };
    left += surface.width + MARGIN.left + MARGIN.right + GAP;
    return surface;
  });
}

/** Draws the glass, its rulers in millimetres, its zones, the bands of its edges, and what it is called. */
export function drawSurface(context, theme, surface, zones) {
  const { left, top, width, height } = surface;
  context.fillStyle = theme.glass;
  context.strokeStyle = theme.line;
  context.lineWidth = 1.5;
  context.beginPath();
  context.roundRect(left, top, width, height, 10);
  context.fill();
  context.stroke();
  drawRulers(context, theme, surface);
  context.save();
  context.beginPath();
  context.roundRect(left, top, width, height, 10);
  context.clip();
  for (const zone of zones) drawBands(context, theme, surface, zone);
  for (const zone of zones) if (zone.name !== "screen") drawZone(context, theme, surface, zone);
  context.restore();
  drawCaption(context, theme, surface);
}

function drawRulers(context, theme, { device, scale, left, top }) {
  context.strokeStyle = theme.line;
  context.fillStyle = theme.soft;
  context.font = `14px ${theme.font}`;
  context.lineWidth = 1;
  for (const isAcross of [true, false]) {
    const length = isAcross ? device.width_mm : device.height_mm;
    context.textAlign = isAcross ? "center" : "right";
    context.textBaseline = isAcross ? "alphabetic" : "middle";
    for (let mm = 0; mm <= length; mm += 10) {
      const at = Math.round((isAcross ? left : top) + mm * scale) + 0.5;
      const tick = mm % 50 === 0 ? 8 : 4;
      context.beginPath();
      context.moveTo(isAcross ? at : left - 3, isAcross ? top - 3 : at);
      context.lineTo(isAcross ? at : left - 3 - tick, isAcross ? top - 3 - tick : at);
      context.stroke();
      if (mm % 100 !== 0 || mm === 0) continue;
      if (isAcross) context.fillText(mm, at, top - 13);
      else drawUpright(context, mm, left - 14, at);
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
  context.strokeStyle = theme.soft;
  context.lineWidth = 1.5;
  context.strokeRect(x + 1, y + 1, width - 2, height - 2);
  context.fillStyle = theme.soft;
  context.font = `18px ${theme.font}`;
  context.textAlign = "left";
  context.textBaseline = "top";
  context.fillText(zone.name, x + 10, y + 9);
}

function drawBands(context, theme, surface, zone) {
  const [x, y, width, height] = rectangle(surface, zone);
  context.fillStyle = theme.band;
  for (const [edge, mm] of Object.entries(zone.edges ?? {})) {
    const band = mm * surface.scale;
    if (edge === "left") context.fillRect(x, y, band, height);
    else if (edge === "right") context.fillRect(x + width - band, y, band, height);
    else if (edge === "top") context.fillRect(x, y, width, band);
    else if (edge === "bottom") context.fillRect(x, y + height - band, width, band);
  }
}

function drawCaption(context, theme, { device, left, top, width, height }) {
  context.fillStyle = theme.soft;
  context.font = `18px ${theme.font}`;
  context.textBaseline = "top";
  context.textAlign = "left";
  const output = device.output ? `${device.output} \u00b7 ` : "";
  context.fillText(`${output}${device.name}`, left, top + height + 10);
  context.textAlign = "right";
  context.fillText(`${device.width_mm} \u00d7 ${device.height_mm} mm`, left + width, top + height + 10);
}
