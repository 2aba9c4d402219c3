export function listen(onLine, { url = "ws://127.0.0.1:8765/gestures", subscription } = {}, more, pause = 500) {
	const live = new Map, socket = new WebSocket(url), send = (it) => socket.send(JSON.stringify(it));
	socket.onopen = () => send({ type: "subscribe", ...subscription });
	socket.onmessage = ({ data }) => {
		const it = JSON.parse(data), old = live.get(it.id);
		if (it.seq) pause = 500;
		if (it.type !== "gesture") return more?.(it, send);
		live[/began|changed/.test(it.phase) ? "set" : "delete"](it.id, it);
		onLine(it, old);
	};
	socket.onclose = ({ reason }) => {
		if (reason) console.warn(reason);
		setTimeout(listen, pause, onLine, { url, subscription }, more, Math.min(2 * pause, 1e4));
		live.forEach((it) => onLine({ ...it, phase: "cancelled", reason: "disconnected" }, it));
	};
}

const zones = new Map;
let room, send, area, shape;

function sync() {
	const all = area();
	for (const [id, zone] of zones) {
		const { node, ears, key: old } = zone, it = node.getBoundingClientRect();
		const [x, y, right, bottom] = [it.x - all.x, it.y - all.y, all.right - it.right, all.bottom - it.bottom]
			.map((way, i) => +Math.max(way / (i % 2 ? all.height : all.width), 0).toFixed(4));
		const key = ears.size && !document.hidden && x + right < 1 && y + bottom < 1 && (old || room > 0)
			? [x, y, right, bottom] + "" : 0;
		if (!ears.size && !old) zones.delete(id);
		if (zone.busy || key === old) continue;
		room += !!old - !!key;
		zone.key = key;
		zone.busy = 1;
		send({ type: (key ? old ? "move" : "add" : "remove") + "_zone", id, name: id,
			...(key && { rect: { x, y, right, bottom } }), ...(!old && shape) });
	}
}

function take(it, old) {
	const all = area(), at = (p, side) => all[p] + all[side] * (it[p] - (it[p] * it[`d${p}_mm`] / it[p + "_mm"] || 0));
	it.target = old ? old.target : zones.get(it.zone)?.node ?? (it.zone === "screen" && it.x >= 0 && !document.hidden
		? document.elementFromPoint(at("x", "width"), at("y", "height"))?.closest("[data-zone]") : null);
	it.target?.dispatchEvent(Object.assign(new Event("zone"), { it }));
}

function reply({ type, id, ok }, to) {
	const zone = zones.get(id);
	if (zone) zone.busy = ok ? 0 : zone.key = room = 0;
	if (type === "hello") [send, room] = [to, 8], zones.forEach((it) => it.key = it.busy = 0);
}

export function on(node, kind, call, {
	url, subscription, devices, gestures = "default", surface = () => new DOMRect(0, 0, innerWidth, innerHeight),
} = {}) {
	if (!area) {
		area = surface;
		shape = { devices, gestures };
		listen(take, { url, subscription: { devices, ...subscription } }, reply);
		setInterval(sync, 20);
	}
	const ear = ({ it }) => [it.gesture, it.name].includes(kind) && call(it);
	let zone = zones.get(node.dataset.zone);
	if (zone?.node !== node)
		zones.set(node.dataset.zone = "p" + Math.random(), zone = { node, key: 0, ears: new Set });
	zone.ears.add(ear);
	node.addEventListener("zone", ear);
	return () => zone.ears.delete(ear) && node.removeEventListener("zone", ear);
}
