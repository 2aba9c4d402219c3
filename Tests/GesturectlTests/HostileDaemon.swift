import Foundation
import TouchTestSupport

/// A program that serves a socket as no daemon would, and runs gesturectl on it.
struct HostileDaemon {
    /// The result of gesturectl.
    struct Outcome: Decodable {
        let status: Int32
        /// The maximum resident size of gesturectl, in KiB.
        let kib: Int
        let errors: String
    }

    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    /// Runs `gesturectl` with `arguments` on a socket whose server has the given behaviour.
    ///
    /// - Parameters:
    ///   - behaviour: a key of `behaviours` in the script.
    ///   - user: the user who serves the socket; `nil` for the user of the tests.
    func outcome(
        _ behaviour: String, _ arguments: [String], user: Int? = nil
    ) throws -> Outcome {
        let command = try [BuiltFile(named: "gesturectl").path] + arguments
        let program = try RunningProgram(
            "/usr/bin/env",
            ["python3", "-Bc", Self.script, directory.file("s"), behaviour, "\(user ?? -1)"]
                + command,
            environment: ["PYTHONPATH": BuiltDaemon.root + "Tests/ExampleTests"])
        let result = try program.wait(seconds: 90)
        guard result.status == 0 else { throw Failure(errors: result.errors) }
        return try JSONDecoder().decode(Outcome.self, from: Data(result.output.utf8))
    }

    struct Failure: Error {
        let errors: String
    }

    /// Sends a gigabyte at most, and kills gesturectl after a minute.
    private static let script = """
        import itertools, json, os, resource, socket, subprocess, sys, threading
        import lingering_socket
        path, behaviour, user, *command = sys.argv[1:]
        hello = ('{"type":"hello","protocol":1,"server":"s","boot_id":"b","monotonic_us":1,'
                 '"realtime_us":2}')
        end = '{"type":"snapshot_end","seq":1,"devices":0}'
        device = ('{"type":"device","seq":1,"change":"present","device":{"id":%d,"name":"P",'
                  '"width_mm":1,"height_mm":1,"size":"kernel","slots":1,"force":"none",'
                  '"state":"open"}}')
        drag = ('{"type":"gesture","seq":1,"time_us":5,"device":1,"zone":"screen",'
                '"gesture":"drag","name":"drag","id":%d,"phase":"began","fingers":1}')
        long_drag = drag.replace('"drag","id"', '"' + "x" * 100_000 + '","id"')
        reply = '{"type":"reply","id":%d,"ok":true}'
        count = itertools.count
        # The lines of each behaviour: the first ones, and those that are sent without end.
        behaviours = {
            "silence": ([], []), "no end": ([hello], []), "no reply": ([hello, end], []),
            "a line without end": ([hello, end], ("x" * 65536 for _ in count())),
            "a long line": (['{"type":"hello","protocol":1,"server":"' + "x" * 900_000 + '"}'], []),
            "a long list": ([hello, '{"type":"a","b":[' + "0," * 200_000 + "0]}"], []),
            "devices": ([hello], (device % i for i in count())),
            "one device": ([hello], (device % 1 for _ in count())),
            "drags": ([hello, end], (drag % i for i in count())),
            "long drags": ([hello, end], (long_drag % i for i in count())),
            "unknown lines": ([hello, end], ('{"type":"x"}' for _ in count())),
            "replies": ([hello, end], (reply % i for i in count(1000))),
            "descriptors": ([hello, end], []),
        }
        listener = socket.socket(socket.AF_UNIX)
        listener.bind(path + "~")
        if int(user) >= 0: os.seteuid(int(user))
        listener.listen()
        if int(user) >= 0: os.seteuid(0)
        os.rename(path + "~", path)
        def serve(process):
            peer = listener.accept()[0]
            first, endless = behaviours[behaviour]
            newline = "" if behaviour == "a line without end" else "\\n"
            sent = 0
            try:
                for line in first: peer.sendall((line + "\\n").encode())
                if behaviour == "descriptors":
                    with lingering_socket.stopped(process):
                        lingering_socket.send(peer, b"{}\\n", 3600)
                while batch := "".join(l + newline for l in itertools.islice(endless, 500)):
                    peer.sendall(batch.encode())
                    sent += len(batch)
                    if sent > 1 << 30: break
                while peer.recv(65536): pass
            except OSError: pass
        program = subprocess.Popen(command + ["--socket", path], stdout=subprocess.DEVNULL,
                                   stderr=subprocess.PIPE)
        threading.Thread(target=serve, args=[program.pid], daemon=True).start()
        try: errors = program.communicate(timeout=60)[1].decode()
        finally: program.kill()
        print(json.dumps({"status": program.returncode, "errors": errors,
                          "kib": resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss}))
        """
}
