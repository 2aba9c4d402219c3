import Foundation
import TouchTestSupport

/// A program that replaces the daemon: it sends the lines of a test, and replies late.
///
/// Before and after each reply fingers move: a drag begins, and every drag that has begun changes.
/// A client that has not subscribed yet receives these drags with positions, as from the daemon.
final class FakeDaemon {
    /// The path of its socket.
    let path: String
    private let directory: TemporaryDirectory
    private let program: RunningProgram

    /// Starts it, and waits until it listens.
    ///
    /// - Parameters:
    ///   - status: the members of the reply to `status`, as JSON.
    ///   - width: the width of its only touchscreen in millimetres, as JSON.
    ///   - node: the node of the touchscreen.
    ///   - statuses: the number of `status` requests that it answers before it disconnects.
    init(
        status: String = "", width: String = "300", node: String = "/dev/input/event99",
        statuses: Int = 1_000_000
    ) throws {
        directory = try TemporaryDirectory()
        path = directory.file("s")
        program = try RunningProgram(
            "/usr/bin/env",
            [
                "python3", "-c", Self.script, path, "{\(status)}", width, node, "\(statuses)",
            ])
        try poll { program.errors.contains("listening") ? true : nil }
    }

    private static let script = """
        import itertools, json, os, socket, sys, threading
        path, status, width, node, statuses = sys.argv[1:]
        HELLO = {"type": "hello", "protocol": 1, "server": "gestured/0", "boot_id": "b",
                 "monotonic_us": 1, "realtime_us": 2}
        STATUS = dict({"uptime_us": 1, "clients": 1, "devices": 1, "frames": 0, "gestures": 0,
                       "dropped": 0, "wakeups": 1}, **json.loads(status))
        # Text, not an object: the numbers of the test are sent unchanged.
        DEVICE = ('{"type":"device","seq":1,"change":"present","device":{"id":1,"name":"Glass",'
                  '"path":"%s","bus":3,"vendor":1,"product":2,"width_mm":%s,"height_mm":200,'
                  '"size":"assumed","slots":10,"force":"none","state":"open"}}' % (node, width))
        POSITION = {"x": 0.5, "y": 0.5, "x_mm": 150, "y_mm": 100}

        def serve(peer):
            lines, topics, position, drags = [], ["gesture", "device"], POSITION, {}
            remaining = int(statuses)
            phases = itertools.chain(["began"], itertools.repeat("changed"))

            def move_fingers():
                if "gesture" in topics: drags[len(drags) + 1] = ["began", position]
                for number, drag in drags.items():
                    lines.append(json.dumps({
                        "type": "gesture", "seq": 1, "time_us": 5, "device": 1, "zone": "screen",
                        "gesture": "drag", "name": "drag", "id": number, "phase": drag[0],
                        "fingers": 1, **drag[1]}))
                    drag[0] = "changed"

                if "contact" in topics:
                    lines.append(json.dumps({
                        "type": "contact", "time_us": 5, "device": 1, "slot": 0, "tracking_id": 1,
                        "phase": next(phases), "frame_end": True, **POSITION}))

            def flush():
                peer.sendall(("\\n".join(lines) + "\\n").encode())
                lines.clear()

            lines += [json.dumps(HELLO), DEVICE, '{"type":"snapshot_end","seq":1,"devices":1}']
            flush()
            for text in peer.makefile():
                request = json.loads(text)
                move_fingers()
                reply = {"type": "reply", "id": request.get("id"), "ok": True}
                if request["type"] == "subscribe":
                    topics = request.get("events", ["gesture", "device"])
                    position = POSITION if request.get("positions", True) else {}
                if request["type"] == "status":
                    remaining -= 1
                    if remaining < 0: return peer.shutdown(socket.SHUT_RDWR)
                    reply["status"] = STATUS
                lines.append(json.dumps(reply))
                move_fingers()
                flush()

        def serve_until_error(peer):
            try: serve(peer)
            except OSError: pass

        listener = socket.socket(socket.AF_UNIX)
        listener.bind(path + "~")
        listener.listen()
        os.rename(path + "~", path)
        print("listening", file=sys.stderr, flush=True)
        while True:
            threading.Thread(target=serve_until_error, args=listener.accept()[:1], daemon=True).start()
        """
}
