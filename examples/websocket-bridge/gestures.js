/**
 * Calls `onLine` with each line of a gesture, for as long as the page exists.
 *
 * Connects again when the bridge or the daemon was away. A gesture that was alive at the loss is
 * reported as cancelled, reason "disconnected", so that nothing stays dragged.
 */
export function listen(onLine, { url = "ws://127.0.0.1:8765", subscription = {} } = {}) {
  const alive = new Map();
  let pause = 500; // ms

  function take(line) {
    if (line.type !== "gesture") return; // Later versions send more: pass over the rest.
    if (line.phase === "began" || line.phase === "changed") alive.set(line.id, line);
    else alive.delete(line.id);
    onLine(line);
  }

  function connect() {
    const socket = new WebSocket(url);
    socket.onopen = () => socket.send(JSON.stringify({ type: "subscribe", ...subscription }));
    socket.onmessage = (message) => {
      pause = 500;
      take(JSON.parse(message.data));
    };
    socket.onclose = () => {
      for (const line of [...alive.values()]) {
        take({ ...line, phase: "cancelled", reason: "disconnected" });
      }
      setTimeout(connect, pause);
      pause = Math.min(2 * pause, 10_000);
    };
  }

  connect();
}

/**
 * Covers the page with `element` from the daemon's `idle` until the touch that wakes it has lifted: that
 * touch presses nothing. The element fills the page, is hidden at first, and may be transparent.
 */
export function shieldWhileIdle(element, { url = "ws://127.0.0.1:8765" } = {}) {
  // The touch may lift after the shield is hidden: the browser then makes no click of it.
  for (const name of ["touchstart", "touchend"]) {
    element.addEventListener(name, (event) => event.preventDefault(), { passive: false });
  }

  function connect() {
    const socket = new WebSocket(url);
    socket.onopen = () => {
      socket.send('{"type":"subscribe","events":["activity","wake"]}');
      socket.send('{"type":"status"}'); // The daemon may have been idle for long.
    };
    socket.onmessage = (message) => {
      const line = JSON.parse(message.data);
      if ((line.state ?? line.status?.activity) === "idle") element.hidden = false;
      // If the end of a touch may have been lost, hiding the shield is better than keeping it for good.
      else if (line.type === "wake" || line.type === "overflow") element.hidden = true;
    };
    socket.onclose = () => {
      element.hidden = true;
      setTimeout(connect, 500);
    };
  }

  connect();
}
