import Foundation
import GestureWire
import Testing
import TouchCore
import TouchTestSupport

@testable import gesturectl

struct CalibrateTests {
    private static func mapped(_ matrix: CalibrationMatrix, _ point: Point) -> Point {
        Point(
            x: matrix.a * point.x + matrix.b * point.y + matrix.c,
            y: matrix.d * point.x + matrix.e * point.y + matrix.f)
    }

    /// Panels that report crosses elsewhere: mirrored, swapped, scaled with an offset.
    private static let panels = [
        CalibrationMatrix.identity, CalibrationMatrix(-1, 0, 1, 0, 1, 0),
        CalibrationMatrix(0, 1, 0, 1, 0, 0), CalibrationMatrix(0.9, 0.01, 0.04, -0.02, 0.85, 0.1),
    ]

    @Test(arguments: panels)
    func `the matrix maps the reports of the panel to the crosses`(panel: CalibrationMatrix) throws
    {
        let crosses = PanelCalibration.crosses.map(\.position)
        let reported = crosses.map { Self.mapped(panel, $0) }
        let matrix = try #require(PanelCalibration(reported: reported)).matrix
        for (cross, point) in zip(crosses, reported) {
            let found = Self.mapped(matrix, point)
            #expect(abs(found.x - cross.x) < 1e-9 && abs(found.y - cross.y) < 1e-9)
        }
    }

    @Test func `a cross that was missed is noticed`() {
        var reported = PanelCalibration.crosses.map(\.position)
        reported[2] = Point(x: 0.6, y: 0.6)
        #expect(PanelCalibration(reported: reported) == nil)
        let one = [Point](repeating: Point(x: 0.5, y: 0.5), count: 4)
        #expect(PanelCalibration(reported: one) == nil)
    }

    /// As the evdev driver computes it: exchanged, then scaled from the values to the screen.
    @Test(arguments: [false, true])
    func `old values give the matrix that the evdev driver applied`(swapsAxes: Bool) throws {
        let (values, axes) = ([300.0, 3_800, 3_600, 200], [0.0, 4_095, 0, 4_095])
        let matrix = try #require(
            PanelCalibration(values, swapsAxes: swapsAxes, axes: axes)
        ).matrix
        for (x, y) in [(0.0, 0.0), (4_095, 0), (1_000, 3_000)] {
            let (across, down) = swapsAxes ? (y, x) : (x, y)
            let found = Self.mapped(matrix, Point(x: x / 4_095, y: y / 4_095))
            #expect(abs(found.x - (across - 300) / 3_500) < 1e-9)
            #expect(abs(found.y - (down - 3_600) / -3_400) < 1e-9)
        }
    }

    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    /// Plays four touches of a mirrored panel to `gesturectl calibrate`.
    private func calibrateMirrored(
        environment: [String: String] = [:]
    ) throws -> RunningProgram.Result {
        let path = directory.file("s")
        var lines = SampleText.head()
        for (index, cross) in PanelCalibration.crosses.enumerated() {
            let (x, y) = (Int((1 - cross.position.x) * 3_440), Int(cross.position.y * 1_940))
            lines += """
                E: \(index + 1).000000 0003 0039 \(index)
                E: \(index + 1).000000 0003 0035 \(x)
                E: \(index + 1).000000 0003 0036 \(y)
                E: \(index + 1).000000 0000 0000 0
                E: \(index + 1).200000 0003 0039 -1
                E: \(index + 1).200000 0000 0000 0

                """
        }
        let recording = try directory.write(lines.utf8, to: "touches.evemu")
        let settings = try directory.write("privacy: { contacts: true }\n".utf8, to: "c.yaml")
        let daemon = try BuiltDaemon.serve(
            path, "--config", settings, "--replay", recording, "--realtime")
        defer { daemon.signal(SIGTERM) }
        return try GesturectlCommand.start(
            ["calibrate", "--socket", path], environment: environment
        ).wait(seconds: 30)
    }

    @Test func `four touches of a mirrored panel give the matrix that mirrors it back`() throws {
        let result = try calibrateMirrored()
        #expect(result.status == 0, "\(result.errors)")
        #expect(result.errors.contains("bottom left corner (4 of 4)"))
        #expect(result.output.hasPrefix("calibration: [-1, 0, 1, 0, 1, 0"), "\(result.output)")
    }

    /// A gestured-session that prints the requests it receives, and is locked or not.
    private func startSession(isLocked: Bool) throws -> RunningProgram {
        let script = """
            import os, socket, sys
            listener = socket.socket(socket.AF_UNIX)
            listener.bind(sys.argv[1] + "/gestured-session.sock")
            listener.listen()
            print("listening", file=sys.stderr, flush=True)
            while True:
                peer, _ = listener.accept()
                print(peer.recv(4096).decode().strip(), flush=True)
                peer.sendall(b'{"ok":true,"locked":\(isLocked),"shield":true}\\n')
                peer.close()
            """
        let session = try RunningProgram(
            "/usr/bin/env", ["python3", "-c", script, directory.path])
        try poll { session.errors.contains("listening") ? true : nil }
        return session
    }

    @Test func `gestured-session draws the four crosses, and then none`() throws {
        let session = try startSession(isLocked: false)
        let result = try calibrateMirrored(environment: ["XDG_RUNTIME_DIR": directory.path])
        #expect(result.output.hasPrefix("calibration: [-1, 0, 1, 0, 1, 0"), "\(result.errors)")
        #expect(result.errors.contains("Touch the cross near the bottom left corner (4 of 4)."))
        let requests = session.output.split(separator: "\n").map { JSONValue(text: $0.utf8) }
        #expect(
            requests.map { $0?["type"]?.text } == [
                "status", "lock", "lock", "lock", "lock", "unlock",
            ])
        try #require(requests.count == 6)
        for (request, cross) in zip(requests[1...4], PanelCalibration.crosses) {
            #expect(request?["cross"]?["x"]?.double == cross.position.x)
            #expect(request?["cross"]?["y"]?.double == cross.position.y)
        }
        #expect(requests[2]?["message"]?.text == "Touch the cross (2 of 4)")
    }

    @Test func `once a cross has disappeared untouched, calibrate ends`() throws {
        let session = try startSession(isLocked: false)
        let settings = try directory.write("privacy: { contacts: true }\n".utf8, to: "c.yaml")
        let daemon = try BuiltDaemon.serve(
            directory.file("s"), "--config", settings, "--replay", BuiltDaemon.demo, "--realtime")
        defer { daemon.signal(SIGTERM) }
        let calibrate = try GesturectlCommand.start(
            ["calibrate", "--touch", "1", "--socket", directory.file("s")],
            environment: ["XDG_RUNTIME_DIR": directory.path])
        let result = try calibrate.wait()
        #expect(result.status == 69)
        #expect(result.errors.hasSuffix("the cross was not touched in time\n  Begin again\n"))
        session.signal(SIGTERM)
    }

    @Test func `a screen that is locked keeps what it shows`() throws {
        let session = try startSession(isLocked: true)
        let result = try calibrateMirrored(environment: ["XDG_RUNTIME_DIR": directory.path])
        #expect(result.status == 0, "\(result.errors)")
        #expect(result.errors.contains("from the bottom left corner (4 of 4)."))
        #expect(session.output == "{\"type\":\"status\"}\n")
    }

    @Test func `old values need no daemon`() throws {
        let result = try GesturectlCommand.run(
            "calibrate", "--from", "4095,0,0,4095", "--axes", "0,4095,0,4095")
        #expect(result.status == 0)
        #expect(result.output.hasPrefix("calibration: [-1, 0, 1, 0, 1, 0]\n"))
        #expect(result.output.contains(#"LIBINPUT_CALIBRATION_MATRIX}="-1 0 1 0 1 0""#))
    }

    @Test(arguments: [
        ["--from", "0,1,0,1"], ["--axes", "0,1,0,1"], ["--from", "0,1,0", "--axes", "0,1,0,1"],
        ["--from", "5,5,0,1", "--axes", "0,1,0,1"],
        ["--from", "0,1,0,1,swap", "--axes", "0,1,0,1"],
    ])
    func `wrong values are wrong usage`(words: [String]) throws {
        let result = try GesturectlCommand.start(["calibrate"] + words).wait()
        #expect(result.status == 64)
    }
}
