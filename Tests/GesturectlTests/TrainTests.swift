import Foundation
import RealModule
import Testing
import TouchCore
import TouchTestSupport

@testable import GestureSettings
@testable import gesturectl

/// `gesturectl train`, on the real daemon, which serves a recording, and with `--from`.
struct TrainTests {
    private let directory: TemporaryDirectory
    private let socket: String
    private let shapes: String

    init() throws {
        directory = try TemporaryDirectory()
        socket = directory.file("s")
        shapes = directory.file("shapes.json")
    }

    /// A circle whose start and width vary with `index`.
    private static func circle(_ index: Int, size: Double = 40) -> [Point] {
        (0...60).map { step in
            let angle = (Double(step) * 6.2 + Double(index) * 3) * .pi / 180
            return Point(
                x: 100 + (size + Double(index)) / 2 * Double.sin(angle),
                y: 60 - size / 2 * Double.cos(angle))
        }
    }

    private static let zigzag = (0...60).map { step in
        Point(x: 60 + Double(step), y: 60 + abs(Double(step % 20) - 10) * 3)
    }

    private static let line = (0...60).map { Point(x: 60 + Double($0), y: 60) }

    /// A recording of touches of one finger, half a second apart.
    private static func recording(_ touches: [[Point]]) -> String {
        let zeros = Array(repeating: "00", count: 8).joined(separator: " ")
        var lines = ["N: test", "I: 0003 04f3 0732 0000", "P: 02 00 00 00 00 00 00 00"]
        lines.append("B: 00 0b 00 00 00 00 00 00 00")
        lines += Array(repeating: "B: 01 \(zeros)", count: 5)
        lines.append("B: 01 00 00 04 00 00 00 00 00")
        lines += Array(repeating: "B: 01 \(zeros)", count: 6)
        lines.append("B: 03 00 00 00 00 00 80 60 02")
        lines += ["A: 2f 0 9 0 0", "A: 35 0 34400 0 0 100", "A: 36 0 19400 0 0 100"]
        lines.append("A: 39 0 65535 0 0")
        var ms = 1_000
        func event(_ code: String, _ value: Int, _ type: String = "0003") {
            let fraction = String(1_000_000 + ms % 1_000 * 1_000).dropFirst()
            lines.append("E: \(ms / 1_000).\(fraction) \(type) \(code) \(value)")
        }
        for (number, touch) in touches.enumerated() {
            for (index, point) in touch.enumerated() {
                if index == 0 { event("0039", number) }
                event("0035", Int(point.x * 100))
                event("0036", Int(point.y * 100))
                event("0000", 0, "0000")
                ms += 10
            }
            event("0039", -1)
            event("0000", 0, "0000")
            ms += 500
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private func write(_ touches: [[Point]], to name: String = "drawn.evemu") throws -> String {
        try directory.write(Self.recording(touches).utf8, to: name)
    }

    private func train(_ arguments: String...) throws -> RunningProgram.Result {
        try GesturectlCommand.start(["train"] + arguments + ["--templates", shapes])
            .wait(seconds: 60)
    }

    /// A daemon that plays `touches` for its first client, at their own pace.
    ///
    /// A touch without effect precedes them: a recording begins before the client has subscribed.
    private func serve(
        _ touches: [[Point]], _ settings: String = "privacy: { contacts: true }\n"
    ) throws -> RunningProgram {
        let configuration = try directory.write(settings.utf8, to: "c.yaml")
        return try BuiltDaemon.serve(
            socket, "--config", configuration, "--replay",
            write([[Point(x: 10, y: 10)]] + touches), "--realtime")
    }

    @Test func `drawings on the daemon's touchscreen are learned and then recognised`() throws {
        let daemon = try serve((0..<3).map { Self.circle($0) })
        let result = try train("circle", "--socket", socket, "--times", "3")
        daemon.signal(SIGTERM)
        #expect(result.status == 0, "\(result.errors)")
        #expect(result.errors.contains("Draw circle 3 times"))
        #expect(result.errors.contains("  circle 3 of 3\n"))
        #expect(result.output == "\(shapes): circle has 3 drawings\n")
        let configuration = try directory.write(
            "gestures:\n  - stroke: { templates: [m, shapes.json] }\n".utf8, to: "g.yaml")
        let replay = try RunningProgram(
            BuiltFile(named: "gestured").path,
            [
                "--config", configuration, "--json", "--replay",
                write([Self.circle(5), Self.line]),
            ])
        let lines = try WireLine.lines(of: try replay.wait().output).filter {
            $0.type == "gesture"
        }
        #expect(lines.map { $0.string("stroke") } == ["circle"])
    }

    @Test func `a refused drawing is asked for again, with the reason`() throws {
        let daemon = try serve(
            [
                Self.circle(0), Self.circle(0, size: 5), Self.line, Self.zigzag, Self.circle(1),
                Self.circle(2),
            ])
        let result = try train("circle", "--socket", socket, "--times", "3")
        daemon.signal(SIGTERM)
        #expect(result.status == 0, "\(result.errors)")
        #expect(result.errors.contains(" mm are too short; draw 10.0 mm or more\n"))
        #expect(result.errors.contains("  refused: it is a straight line"))
        #expect(result.errors.contains("  refused: it is unlike the others ("))
    }

    @Test func `without privacy.contacts it exits 77, with the setting to change`() throws {
        let daemon = try serve([Self.circle(0)], "privacy: { contacts: false }\n")
        let result = try train("circle", "--socket", socket)
        daemon.signal(SIGTERM)
        #expect(result.status == 77)
        #expect(result.errors.contains("privacy: { positions: true, contacts: true }"))
        #expect(!FileManager.default.fileExists(atPath: shapes))
    }

    @Test func `a recording that ends too early exits 69, and nothing is written`() throws {
        let daemon = try serve([Self.circle(0), Self.circle(1)])
        let result = try train("circle", "--socket", socket)
        #expect(result.status == 69, "\(result.errors)")
        #expect(result.errors.contains("ended after 2 of 5 drawings"))
        #expect(!FileManager.default.fileExists(atPath: shapes))
        _ = try daemon.wait()
    }

    @Test func `drawings of recordings are added to those of the file`() throws {
        let circles = try write((0..<3).map { Self.circle($0) })
        #expect(try train("circle", "--from", circles).status == 0)
        let zigzags = try write(Array(repeating: Self.zigzag, count: 3), to: "zigzag.evemu")
        #expect(try train("zigzag", "--from", zigzags).output.hasSuffix("zigzag has 3 drawings\n"))
        #expect(
            try train("circle", "--from", circles).output.hasSuffix("circle has 6 drawings\n"))
        #expect(
            try train("circle", "--replace", "--from", circles).output
                .hasSuffix("circle has 3 drawings\n"))
        let file = try StrokeFile.read(shapes)
        #expect(file.map(\.name.description) == ["circle", "zigzag"])
        #expect(file.allSatisfy { $0.examples.allSatisfy { $0.count == 64 } })
        let mode = try FileManager.default.attributesOfItem(atPath: shapes)[.posixPermissions]
        #expect((mode as? Int).map { $0 & 0o444 } == 0o444)
    }

    /// An x of two lines, or one of a line and a tap.
    private static func cross(_ index: Int, isWhole: Bool = true) -> [[Point]] {
        let size = 30 + Double(index)
        let (down, up) = (
            (0...20).map { Point(x: 60 + size * Double($0) / 20, y: 60 + size * Double($0) / 20) },
            (0...20).map { Point(x: 60 + size * Double($0) / 20, y: 90 - size * Double($0) / 20) }
        )
        return [down, isWhole ? up : [Point(x: 75, y: 52), Point(x: 75, y: 52)]]
    }

    @Test func `shapes of several parts are learned from touches one after another`() throws {
        let crosses = try write((0..<3).flatMap { Self.cross($0) })
        #expect(
            try train("cross", "--parts", "2", "--from", crosses).output
                .hasSuffix("cross has 3 drawings\n"))
        let dotted = try write((0..<3).flatMap { Self.cross($0, isWhole: false) }, to: "d.evemu")
        #expect(try train("dotted", "--parts", "2", "--from", dotted).status == 0)
        let file = try StrokeFile.read(shapes)
        #expect(
            file.map { $0.drawings.map { $0.map(\.count) } }[0] == [
                [64, 64], [64, 64], [64, 64],
            ])
        #expect(
            file.map { $0.drawings.map { $0.map(\.count) } }[1] == [[64, 1], [64, 1], [64, 1]])
        let configuration = try directory.write(
            "gestures:\n  - stroke: { templates: shapes.json }\n".utf8, to: "g.yaml")
        let replay = try RunningProgram(
            BuiltFile(named: "gestured").path,
            ["--config", configuration, "--json", "--replay", write(Self.cross(5))])
        let lines = try WireLine.lines(of: try replay.wait().output).filter {
            $0.type == "gesture"
        }
        #expect(lines.map { $0.string("stroke") } == ["cross"])
    }

    @Test func `a part that begins too late is refused, and so are drawings of dots only`() {
        func touch(_ points: [Point], at ms: Double) -> MeasuredTouch {
            var touch = MeasuredTouch(landing: points[0], at: Int64(ms * 1_000))
            for (index, point) in points.enumerated().dropFirst() {
                touch.add(point, at: Int64((ms + Double(index) * 10) * 1_000))
            }
            return touch
        }
        let (parts, tap) = (Self.cross(0), Array(repeating: Point(x: 9, y: 9), count: 9))
        var training = Training(times: 3, parts: 2)
        #expect(training.receive(touch(parts[0], at: 0)) == nil && training.drawings.isEmpty)
        #expect(
            training.receive(touch(parts[1], at: 1_300))
                == "part 2 came 1.1 s after the one before; draw the parts within 1.0 s")
        #expect(training.receive(touch(parts[0], at: 2_000)) == nil)
        #expect(training.receive(touch(parts[1], at: 3_200)) == nil && training.drawings.count == 1)
        #expect(training.receive(touch(tap, at: 4_000)) == nil)
        let refusal = training.receive(touch(tap.map { $0 + Point(x: 20, y: 9) }, at: 4_500))
        #expect(refusal?.contains("only dots") == true)
        #expect(training.drawings.count == 1 && training.drawn.isEmpty)
    }

    @Test func `a shape that resembles another one causes a warning`() throws {
        let circles = try write((0..<3).map { Self.circle($0) })
        _ = try train("circle", "--from", circles)
        let result = try train("ring", "--from", circles)
        #expect(result.status == 0)
        #expect(result.errors.contains("ring is nearly circle: their similarity is 1.0 of 1"))
    }

    @Test(arguments: [
        ([[Point]](), "there are 0 drawings of circle"),
        ([Self.circle(0), Self.circle(1)], "there are 2 drawings"),
        ([Self.circle(0), Self.circle(1), Self.zigzag], "touch 3 of "),
        ([Self.line], "straight line"),
        ([Self.circle(0, size: 8)], "too short"),
        ([Array(Self.circle(0)[..<6])], "too short"),
    ])
    func `a recording without the drawings exits 65, and nothing is written`(
        touches: [[Point]], message: String
    ) throws {
        let result = try train("circle", "--from", try write(touches))
        #expect(result.status == 65, "\(result.errors)")
        #expect(result.errors.contains(message), "\(result.errors)")
        #expect(!FileManager.default.fileExists(atPath: shapes))
    }

    @Test func `a wrong file exits 78, with the location, and is not changed`() throws {
        let text = "{ \"a\": [[[0, 0], [1, 1]]] }\n"
        _ = try directory.write(text.utf8, to: "shapes.json")
        let result = try train("circle", "--from", try write([Self.circle(0)]))
        #expect(result.status == 78)
        #expect(result.errors.hasPrefix("\(shapes):1:9: drawing 1 of a is a straight line"))
        #expect(try String(contentsOfFile: shapes, encoding: .utf8) == text)
    }

    @Test func `a file that cannot be created exits 73`() throws {
        let result = try GesturectlCommand.run(
            "train", "circle", "--from", try write((0..<3).map { Self.circle($0) }),
            "--templates", directory.file("none/shapes.json"))
        #expect(result.status == 73, "\(result.errors)")
    }

    @Test(arguments: [
        (["a b", "--templates", "f"], "A name has 1 to 24"),
        (["abcdefghijklmnopqrstuvwxy", "--templates", "f"], "A name has 1 to 24"),
        (["a", "--templates", ""], "--templates is empty."),
        (["a", "--templates", "f", "--times", "6"], "3 to 5"),
        (["a", "--templates", "f", "--parts", "4"], "--parts takes a number from 1 to 3."),
        (["a"], "--templates"),
    ])
    func `an impossible command line exits 64`(arguments: [String], message: String) throws {
        let result = try GesturectlCommand.start(["train"] + arguments).wait()
        #expect(result.status == 64)
        #expect(result.errors.contains(message), "\(result.errors)")
    }
}
