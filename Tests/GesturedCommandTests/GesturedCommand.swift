import Foundation
import TouchTestSupport

/// The `gestured` that was built together with the tests.
enum GesturedCommand {
    /// The root of the repository.
    static let root = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().path()

    /// The recording that comes with the command.
    static let demo = root + "share/demo.evemu"

    /// Starts gestured.
    static func start(
        _ arguments: [String], environment: [String: String] = [:], input: [UInt8] = [],
        output: FileHandle? = nil
    ) throws -> RunningProgram {
        try RunningProgram(
            BuiltFile(named: "gestured").path, arguments, environment: environment, input: input,
            output: output)
    }

    /// Runs gestured to its end.
    static func run(
        _ arguments: String..., environment: [String: String] = [:], input: [UInt8] = []
    ) throws -> RunningProgram.Result {
        try start(arguments, environment: environment, input: input).wait()
    }

    /// Starts gestured with a socket at `path`, and waits until it serves.
    static func serve(
        _ path: String, _ arguments: String..., environment: [String: String] = [:]
    ) throws -> RunningProgram {
        let program = try start(["--socket", path] + arguments, environment: environment)
        try poll { program.errors.contains("serving") ? true : nil }
        return program
    }
}

/// Texts of recordings of a panel of 344 × 194 mm with ten slots: `section` for libinput record, the
/// others for evemu.
enum SampleText {
    /// The description of the device, without events.
    static func head(_ name: String = "Sample Panel") -> String {
        """
        N: \(name)
        I: 0003 04f3 0732 0110
        P: 02 00 00 00 00 00 00 00
        B: 00 0b 00 00 00 00 00 00 00
        B: 03 00 00 00 00 00 80 60 02
        A: 2f 0 9 0 0 0
        A: 35 0 3440 2 0 10
        A: 36 0 1940 2 0 10
        A: 39 0 65535 0 0 0

        """
    }

    /// A finger that lands, moves for 90 ms, and lifts `seconds` and 100 ms after the landing.
    static func drag(liftAfterSeconds seconds: Int) -> String {
        var text = ""
        func event(_ time: String, _ type: String, _ code: String, _ value: Int) {
            text += "E: \(time) \(type) \(code) \(value)\n"
        }
        event("1.000000", "0003", "0039", 7)
        event("1.000000", "0003", "0035", 500)
        event("1.000000", "0003", "0036", 500)
        event("1.000000", "0000", "0000", 0)
        for step in 1...9 {
            event("1.0\(step)0000", "0003", "0035", 500 + step * 20)
            event("1.0\(step)0000", "0000", "0000", 0)
        }
        event("\(1 + seconds).100000", "0003", "0039", -1)
        event("\(1 + seconds).100000", "0000", "0000", 0)
        return text
    }

    /// The description, and a finger that lands, moves to and fro and does not lift: `count` frames at
    /// 250 Hz.
    static func unendingDrag(frames count: Int) -> String {
        func event(_ us: Int, _ fields: String) -> String {
            "E: \(us / 1_000_000).\(String(us % 1_000_000 + 1_000_000).dropFirst()) \(fields)\n"
        }
        var text = head() + event(1_000_000, "0003 0039 7") + event(1_000_000, "0003 0036 500")
        for step in 0..<count {
            let us = 1_000_000 + step * 4_000
            text += event(us, "0003 0035 \(500 + abs(step % 200 - 100) * 10)")
            text += event(us, "0000 0000 0")
        }
        return text
    }

    /// A device of a libinput record, and a tap on it that lasts 80 ms.
    static func section(_ name: String, at ms: Int) -> String {
        let axes = [47: 9, 53: 3_440, 54: 1_940, 57: 65_535].sorted { $0.key < $1.key }
        let rows = axes.map { "      \($0.key): [0, \($0.value), 0, 0, 10]\n" }.joined()
        func event(_ ms: Int, _ type: Int, _ code: Int, _ value: Int) -> String {
            "    - [0, \(ms * 1_000), \(type), \(code), \(value)]\n"
        }
        let landing = event(ms, 3, 57, 1) + event(ms, 3, 53, 500) + event(ms, 3, 54, 500)
        return """
            - node: /dev/input/event0
              evdev:
                name: "\(name)"
                id: [3, 1267, 1842, 272]
                codes:
                  3: [47, 53, 54, 57]
                absinfo:
            \(rows)    properties: [1]
              events:
              - evdev:
            \(landing)\(event(ms, 0, 0, 0))  - evdev:
            \(event(ms + 80, 3, 57, -1))\(event(ms + 80, 0, 0, 0))
            """
    }
}
