import Foundation

/// Runs a program to its end. Returns the number of its allocations, in all threads and libraries.
///
/// Start-up allocates too: run a program with N and with 2N pieces of work, and use the difference.
/// The program's standard output is discarded.
///
/// - Throws: `MallocCountError` if the program failed or the counter did not run;
///   `PreloadedLibrary.Failure` if the counter cannot be compiled.
public func runCountingMallocs(executable: String, arguments: [String]) throws -> Int {
    let counter = try PreloadedLibrary.mallocCounter.get()
    let file = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    let untouched = withUnsafeBytes(of: UInt64.max) { Data($0) }
    try untouched.write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }

    let program = Process()
    program.executableURL = URL(filePath: executable)
    program.arguments = arguments
    program.environment = ProcessInfo.processInfo.environment.merging([
        "LD_PRELOAD": counter, "MALLOC_COUNTER_FILE": file.path(),
        // With random hashing, a set grows at different sizes in different runs.
        "SWIFT_DETERMINISTIC_HASHING": "1",
    ]) { $1 }
    program.standardOutput = FileHandle.nullDevice
    try program.run()
    program.waitUntilExit()
    guard program.terminationReason == .exit, program.terminationStatus == 0 else {
        throw MallocCountError.programFailed(executable, status: program.terminationStatus)
    }
    let count = try Data(contentsOf: file)
    guard count.count == untouched.count, count != untouched else {
        throw MallocCountError.counterDidNotRun(executable)
    }
    return Int(clamping: count.withUnsafeBytes { $0.loadUnaligned(as: UInt64.self) })
}

/// Failures to count allocations.
public enum MallocCountError: Error {
    /// The exit status, or the number of the signal that ended it.
    case programFailed(String, status: Int32)
    /// The program ran without the preloaded counter, as a static or set-uid one would.
    case counterDidNotRun(String)
}

/// Whether a sanitizer is on, as with `make sanitize`. It uses memory of its own, so tests that
/// measure memory are skipped.
public let isSanitized = ProcessInfo.processInfo.environment["SANITIZED"] != nil
