public import Foundation

/// A program that a test has started, and its output.
///
/// The program is killed when this object is destroyed, so that no test leaves one running.
public final class RunningProgram {
    private let process = Process()
    private let directory: TemporaryDirectory

    /// The result of a program that has ended.
    public struct Result: Sendable {
        /// The exit status; after a signal, its number plus 128.
        public let status: Int32
        public let output: String
        public let errors: String
    }

    /// The program did not end in time.
    public struct TimedOut: Error {}

    /// Starts a program.
    ///
    /// - Parameters:
    ///   - environment: replaces the test's own, except for PATH and the options of sanitizers.
    ///   - input: the contents of standard input.
    ///   - output: the destination of standard output; `nil` if `wait` returns it.
    ///   - errors: the same for standard error.
    public init(
        _ path: String, _ arguments: [String], environment: [String: String] = [:],
        input: [UInt8] = [], output: FileHandle? = nil, errors: FileHandle? = nil
    ) throws {
        directory = try TemporaryDirectory()
        process.executableURL = URL(filePath: path)
        process.arguments = arguments
        // Options of sanitizers apply to the programs, too, which are built with them.
        let inherited = ProcessInfo.processInfo.environment.filter {
            ["PATH", "ASAN_OPTIONS", "TSAN_OPTIONS"].contains($0.key)
        }
        process.environment = inherited.merging(environment) { $1 }
        let inputPath = try directory.write(input, to: "in")
        process.standardInput = FileHandle(forReadingAtPath: inputPath)
        process.standardOutput = try output ?? Self.file(directory.write([], to: "out"))
        process.standardError = try errors ?? Self.file(directory.write([], to: "err"))
        try process.run()
    }

    deinit {
        if process.isRunning { kill(process.processIdentifier, SIGKILL) }
    }

    /// The process id.
    public var processID: Int32 { process.processIdentifier }

    /// Whether the program has not ended yet.
    public var isRunning: Bool { process.isRunning }

    /// Its standard output so far.
    public var output: String { contents("out") }

    /// Its standard error so far.
    public var errors: String { contents("err") }

    /// Sends a signal.
    public func signal(_ number: Int32) {
        kill(process.processIdentifier, number)
    }

    /// Waits for the end.
    ///
    /// - Throws: `TimedOut`.
    public func wait(seconds: Double = 30) throws -> Result {
        try TouchTestSupport.poll(seconds: seconds) { process.isRunning ? nil : true }
        let byExit = process.terminationReason == .exit
        return Result(
            status: process.terminationStatus + (byExit ? 0 : 128), output: contents("out"),
            errors: contents("err"))
    }

    private func contents(_ name: String) -> String {
        let data = FileManager.default.contents(atPath: directory.file(name)) ?? Data()
        return String(decoding: data, as: UTF8.self)
    }

    private static func file(_ path: String) throws -> FileHandle {
        try FileHandle(forWritingTo: URL(filePath: path))
    }
}

/// Calls `question` every 5 ms until it returns an answer.
///
/// - Throws: `RunningProgram.TimedOut`, or an error of `question`.
@discardableResult
public func poll<Answer>(seconds: Double = 30, _ question: () throws -> Answer?) throws -> Answer {
    let end = Date(timeIntervalSinceNow: seconds)
    while Date() < end {
        if let answer = try question() { return answer }
        usleep(5_000)
    }
    throw RunningProgram.TimedOut()
}
