// docs/gestures-js.md
export function listen(onLine, { url = "ws://127.0.0.1:8765/gestures", subscription } = {}, more) {
	let pause = 500;
	(function open() {
		const live = new Map(), socket = new WebSocket(url), send = (it) => socket.send(JSON.stringify(it));
		socket.onopen = () => send({ type: "subscribe", ...subscription });
		socket.onmessage = ({ data }) => {
			const it = JSON.parse(data), old = live.get(it.id);
			if (it.seq) pause = 500;
			if (it.type !== "gesture") return more?.(it, send);
			live[/began|changed/.test(it.phase) ? "set" : "delete"](it.id, it);
			onLine(it, old);
		};
		socket.onclose = () => {
			setTimeout(open, pause);
			pause = Math.min(2 * pause, 1e4);
			live.forEach((it) => onLine({ ...it, phase: "cancelled", reason: "disconnected" }, it));
		};
	})();
}

const zones = new Map();
let room, send, area, shape;

function sync() {
	const all = area();
	for (const [name, zone] of zones) {
		const box = zone.node.getBoundingClientRect(), old = zone.key;
		const [x, right, y, bottom] = [box.x - all.x, all.right - box.right, box.y - all.y, all.bottom - box.bottom]
			.map((way, i) => +Math.min(Math.max(way / all[i < 2 ? "width" : "height"], 0), 1).toFixed(4));
		const key = zone.pairs.size && !document.hidden && x + right < 1 && y + bottom < 1 && (old || room > 0)
			? [x, y, right, bottom] + "" : "";
		if (zone.busy || key === old) continue;
		room += !!old - !!key;
		zone.key = key;
		zone.busy = 1;
		send({
			type: (key ? old ? "move" : "add" : "remove") + "_zone", id: name, name,
			...(key && { rect: { x, y, right, bottom } }), ...(!old && shape),
		});
	}
}

function targetOf({ zone, x, y, x_mm, y_mm, dx_mm = 0, dy_mm = 0 }) {
	const own = zones.get(zone), all = area();
	if (own || zone !== "screen" || !(x >= 0)) return own?.node;
	return document.elementFromPoint(all.x + all.width * (x - dx_mm * (x / x_mm || 0)),
		all.y + all.height * (y - dy_mm * (y / y_mm || 0)))?.closest("[data-zone]");
}

function take(it, old) {
	it.target = old ? old.target : targetOf(it);
	for (const [kind, call] of zones.get(it.target?.dataset.zone)?.pairs ?? [])
		if (kind === it.gesture || kind === it.name) call(it);
}

function reply({ type, id, ok, error }, to) {
	const zone = zones.get(id);
	if (type === "hello") {
		[send, room] = [to, 8];
		zones.forEach((it) => it.key = it.busy = "");
	} else if (zone) {
		zone.busy = "";
		if (!ok) [zone.key, room] = ["", /n_zone/.test(error.code) ? room + 1 : 0];
	}
}

export function on(node, kind, call, {
	url, subscription, surface = () => new DOMRect(0, 0, innerWidth, innerHeight), ...rest
} = {}) {
	if (!area) {
		area = surface;
		shape = { gestures: "default", ...rest };
		listen(take, { url, subscription }, reply);
		setInterval(sync, 33);
	}
	const name = node.dataset.zone ??= `p${Math.random()}`, pair = [kind, call];
	const { pairs } = zones.get(name) ?? zones.set(name, { node, key: "", pairs: new Set() }).get(name);
	pairs.add(pair);
	return () => pairs.delete(pair);
}
