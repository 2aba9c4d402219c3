import Glibc
public import LinuxIO
public import Logging

/// Writes log lines to standard error: for people, or for the journal where that reads them.
///
/// Without ever waiting for who reads them (`NonBlockingLog`).
public struct StandardErrorLog: LogHandler {
    public var metadata: Logger.Metadata = [:]
    public var metadataProvider: Logger.MetadataProvider?

    private let threshold: LogThreshold
    private let style: LogLineStyle
    private let output: NonBlockingLog

    /// Writes what is at least as grave as `threshold` says, now and later.
    public init(threshold: LogThreshold, style: LogLineStyle = .ofStandardError) {
        self.threshold = threshold
        self.style = style
        output = .standardError
    }

    /// Writes what is at least as grave as `level`.
    public init(level: Logger.Level, style: LogLineStyle = .ofStandardError) {
        self.init(threshold: LogThreshold(level), style: style)
    }

    /// That of the threshold, which every logger that writes by it shares.
    public var logLevel: Logger.Level {
        get { threshold.level }
        set { threshold.level = newValue }
    }

    public subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    public func log(event: LogEvent) {
        // Text from devices and files comes escaped and cut by whoever quotes it.
        output.write(style.line(event.level, event.message.description))
    }
}

/// Says on standard error why the daemon gives up; waits for who reads it, a second at most.
public func writeFailure(_ failure: DaemonError) {
    NonBlockingLog.standardError.writeLast(text(of: failure))
}

/// Says on standard error why a command gives up that prints and exits: whoever reads it page by
/// page gets all of it.
public func writeWholeFailure(_ failure: DaemonError) {
    writeToStandardError(text(of: failure))
}

private func text(of failure: DaemonError) -> String {
    let style = LogLineStyle.ofStandardError
    let text = failure.description
    // Each problem of a configuration begins with its place, which editors can jump to.
    let isPlaced = failure.status == .configuration
    return isPlaced ? style.problems(text) : style.failure(text)
}

/// Writes a line to standard error; where that fails there is nobody left to tell.
func writeToStandardError(_ line: String) {
    try? writeAll(line + "\n", to: STDERR_FILENO, patienceMs: 0)
}

extension NonBlockingLog {
    /// Standard error.
    package static let standardError = NonBlockingLog(descriptor: STDERR_FILENO) { message in
        LogLineStyle.ofStandardError.line(.warning, message)
    }
}
