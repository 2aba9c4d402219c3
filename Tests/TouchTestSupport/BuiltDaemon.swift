import Foundation
import Glibc

/// The daemon that was built together with the tests.
public enum BuiltDaemon {
    /// The root of the repository.
    public static let root = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().path()

    /// The daemon's demo recording: seven kinds of gestures.
    public static let demo = root + "share/demo.evemu"

    /// Starts the daemon on a socket at `path`, and waits until it serves.
    public static func serve(_ path: String, _ arguments: String...) throws -> RunningProgram {
        let program = try RunningProgram(
            BuiltFile(named: "gestured").path, ["--socket", path] + arguments)
        try poll { program.errors.contains("serving") ? true : nil }
        return program
    }

    /// The daemon's JSON lines for a recording.
    public static func lines(of recording: String) throws -> [String] {
        let program = try RunningProgram(
            BuiltFile(named: "gestured").path, ["--replay", recording, "--json"])
        return try program.wait().output.split(separator: "\n").map(String.init)
    }

    /// A recording by evemu: a finger lands on a panel, drags, and stays for a quarter of an hour.
    public static var heldDrag: String {
        var text = """
            N: Sample Panel
            I: 0003 04f3 0732 0110
            P: 02 00 00 00 00 00 00 00
            B: 00 0b 00 00 00 00 00 00 00
            B: 03 00 00 00 00 00 80 60 02
            A: 2f 0 9 0 0 0
            A: 35 0 3440 2 0 10
            A: 36 0 1940 2 0 10
            A: 39 0 65535 0 0 0

            """
        func event(_ ms: Int, _ events: (code: String, value: Int)...) {
            let time = "\(1 + ms / 1000).\(String(1_000 + ms % 1000).dropFirst())000"
            for (code, value) in events { text += "E: \(time) 0003 \(code) \(value)\n" }
            text += "E: \(time) 0000 0000 0\n"
        }
        event(0, ("0039", 7), ("0035", 500), ("0036", 500))
        for step in 1...9 { event(step * 10, ("0035", 500 + step * 20)) }
        event(900_000, ("0039", -1))
        return text
    }
}

/// A program or a library that was built together with the tests.
public struct BuiltFile: Sendable {
    /// Its path.
    public let path: String

    /// Finds a file beside the running test binary.
    ///
    /// - Throws: `BuiltFileError` if no such file was built.
    public init(named name: String) throws(BuiltFileError) {
        path = "\(Self.directory)/\(name)"
        guard access(path, F_OK) == 0 else {
            throw BuiltFileError(name: name, directory: Self.directory)
        }
    }

    /// The directory of the running test binary.
    static let directory = {
        guard let executable = realpath("/proc/self/exe", nil) else { return "/proc/self" }
        defer { free(executable) }
        return String(cString: executable).split(
            separator: "/", omittingEmptySubsequences: false
        ).dropLast().joined(separator: "/")
    }()
}

/// A file that is missing beside the test binary.
public struct BuiltFileError: Error, CustomStringConvertible {
    /// The name of the file.
    public let name: String
    /// The directory that was searched.
    public let directory: String

    public var description: String {
        "cannot find \(name) in \(directory)\n  Build it with the tests: swift build --build-tests"
    }
}
