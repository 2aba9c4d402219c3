/**
 * Calls `onLine` with each line of a gesture, for as long as the page exists.
 *
 * Connects again after a lost connection. A gesture that was active at the loss is reported as
 * cancelled, with the reason "disconnected", so that nothing stays dragged.
 */
export function listen(onLine, { url = "ws://127.0.0.1:8765", subscription = {} } = {}) {
  const active = new Map();
  let pause = 500; // ms

  function handle(line) {
    if (line.type !== "gesture") return; // Later versions send more: ignore other lines.
    if (line.phase === "began" || line.phase === "changed") active.set(line.id, line);
    else active.delete(line.id);
    onLine(line);
  }

  function connect() {
    const socket = new WebSocket(url);
    socket.onopen = () => socket.send(JSON.stringify({ type: "subscribe", ...subscription }));
    socket.onmessage = (message) => {
      pause = 500;
      handle(JSON.parse(message.data));
    };
    socket.onclose = () => {
      for (const line of [...active.values()]) {
        handle({ ...line, phase: "cancelled", reason: "disconnected" });
      }
      setTimeout(connect, pause);
      pause = Math.min(2 * pause, 10_000);
    };
  }

  connect();
}

/**
 * Covers the page with `element` from the daemon's `idle` until the touch that wakes it has lifted, so that
 * this touch presses nothing. The element fills the page, is hidden at first, and may be transparent.
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
      socket.send('{"type":"status"}'); // The daemon may be idle already.
    };
    socket.onmessage = (message) => {
      const line = JSON.parse(message.data);
      if ((line.state ?? line.status?.activity) === "idle") element.hidden = false;
      // After an overflow the `wake` line may be lost: a shield would otherwise stay.
      else if (line.type === "wake" || line.type === "overflow") element.hidden = true;
    };
    socket.onclose = () => {
      element.hidden = true;
      setTimeout(connect, 500);
    };
  }

  connect();
}
