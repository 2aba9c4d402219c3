import CLinux
public import GestureSettings
import Glibc
public import LinuxIO
public import Logging
import Synchronization

/// Writes log lines to standard error: as plain text, or for the journal if that reads them.
///
/// Never waits for the reader (`NonBlockingLog`).
public struct StandardErrorLog: LogHandler {
    public var metadata: Logger.Metadata = [:]
    public var metadataProvider: Logger.MetadataProvider?

    private let threshold: LogThreshold
    private let style: LogLineStyle
    private let output: NonBlockingLog

    /// Writes lines at least as severe as `threshold`, whose level may change later.
    public init(threshold: LogThreshold, style: LogLineStyle = .ofStandardError) {
        self.threshold = threshold
        self.style = style
        output = .standardError
    }

    /// Writes lines at least as severe as `level`.
    public init(level: Logger.Level, style: LogLineStyle = .ofStandardError) {
        self.init(threshold: LogThreshold(level), style: style)
    }

    /// The level of the threshold, which is shared by every logger that uses it.
    public var logLevel: Logger.Level {
        get { threshold.level }
        set { threshold.level = newValue }
    }

    public subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    public func log(event: LogEvent) {
        // Text from devices and files has been escaped and truncated by the caller that quotes it.
        output.write(style.line(event.level, event.message.description))
    }
}

/// Prints on standard error why the daemon ends. Waits a second at most for the reader.
public func writeFailure(_ failure: CommandError) {
    NonBlockingLog.standardError.writeLast(text(of: failure))
}

/// Prints on standard error, as a whole, why a command that prints and exits has failed.
public func writeWholeFailure(_ failure: CommandError) {
    writeToStandardError(text(of: failure))
}

private func text(of failure: CommandError) -> String {
    let style = LogLineStyle.ofStandardError
    let text = failure.description
    // Each problem of a configuration begins with its position, which editors can jump to.
    let hasPositions = failure.status == .configuration
    return hasPositions ? style.problems(text) : style.failure(text)
}

/// Writes a line to standard error; a failure to write it is ignored.
func writeToStandardError(_ line: String) {
    try? writeAll(line + "\n", to: STDERR_FILENO, timeoutMs: 0)
}

extension NonBlockingLog {
    /// Standard error.
    package static let standardError = NonBlockingLog(descriptor: STDERR_FILENO) { message in
        LogLineStyle.ofStandardError.line(.warning, message)
    }
}

/// The minimum severity of log lines, which can change while loggers are in use.
public final class LogThreshold: Sendable {
    private let stored: Mutex<Logger.Level>

    /// A threshold at `level`.
    public init(_ level: Logger.Level) {
        stored = Mutex(level)
    }

    /// The level below which lines are not written.
    public var level: Logger.Level {
        get { stored.withLock { $0 } }
        set { stored.withLock { $0 = newValue } }
    }
}

extension Logger.Level {
    /// The level that a configuration names.
    public init(_ level: LogLevel) {
        self =
            switch level {
            case .trace: .trace
            case .debug: .debug
            case .info: .info
            case .notice: .notice
            case .warning: .warning
            case .error: .error
            case .critical: .critical
            }
    }
}

/// The format of log lines on standard error.
public enum LogLineStyle: Sendable, Hashable {
    /// For terminals and files: `gestured: notice: …`.
    case plain
    /// For the journal: `<5>…`, where the number is the priority (sd-daemon(3)). The journal
    /// already knows the name of the program and the time of the line.
    case journal

    /// The style for the present standard error.
    public static var ofStandardError: LogLineStyle {
        suiting(STDERR_FILENO, environment: environmentVariable)
    }

    /// `.journal` if `descriptor` is the stream that systemd connected to the journal.
    ///
    /// `$JOURNAL_STREAM` contains the device and inode of that stream. They have to be compared,
    /// because processes whose standard error is redirected inherit the variable, too.
    static func suiting(
        _ descriptor: Int32, environment: (String) -> String?
    ) -> LogLineStyle {
        var file = clinux_file()
        guard let stream = environment("JOURNAL_STREAM"),
            clinux_identify_descriptor(descriptor, &file) == 0,
            stream == "\(file.device):\(file.inode)"
        else { return .plain }
        return .journal
    }

    /// A log line of `level`, without the line feed at its end.
    func line(_ level: Logger.Level, _ message: String) -> String {
        switch self {
        case .plain: "gestured: \(level): \(message)"
        case .journal: Self.prefixingLines(of: message, with: level)
        }
    }

    /// The last line of a daemon that fails. In the plain style it has no level.
    func failure(_ message: String) -> String {
        switch self {
        case .plain: "gestured: \(message)"
        case .journal: Self.prefixingLines(of: message, with: .error)
        }
    }

    /// Problems that begin with their positions, one or more lines each.
    func problems(_ text: String) -> String {
        switch self {
        case .plain: text
        case .journal: Self.prefixingLines(of: text, with: .error)
        }
    }

    /// Adds the priority to each line, because the journal stores each as a separate entry.
    private static func prefixingLines(of message: String, with level: Logger.Level) -> String {
        let prefix = "<\(level.syslogPriority)>"
        return message.split(separator: "\n", omittingEmptySubsequences: false)
            .map { prefix + $0 }.joined(separator: "\n")
    }
}

extension Logger.Level {
    /// The priority of syslog(3).
    fileprivate var syslogPriority: Int32 {
        switch self {
        case .trace, .debug: LOG_DEBUG
        case .info: LOG_INFO
        case .notice: LOG_NOTICE
        case .warning: LOG_WARNING
        case .error: LOG_ERR
        case .critical: LOG_CRIT
        }
    }
}
