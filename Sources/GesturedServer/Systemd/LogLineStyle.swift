import CLinux
import Glibc
import LinuxIO
import Logging

/// How log lines look on standard error.
public enum LogLineStyle: Sendable, Hashable {
    /// For people: `gestured: notice: …`.
    case plain
    /// For the journal: `<5>…`, where the number is the priority (sd-daemon(3)). The name of the
    /// program and the time of the line the journal has from elsewhere.
    case journal

    /// The style that suits what standard error is now.
    public static var ofStandardError: LogLineStyle {
        suiting(STDERR_FILENO, environment: environmentVariable)
    }

    /// `.journal` where `descriptor` is the stream that systemd connected to the journal.
    ///
    /// `$JOURNAL_STREAM` says the device and inode of that stream. It is inherited also by who has
    /// redirected the stream since, so its being there proves nothing.
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

    /// The last line of a daemon that gives up: at a terminal its level goes without saying.
    func failure(_ message: String) -> String {
        switch self {
        case .plain: "gestured: \(message)"
        case .journal: Self.prefixingLines(of: message, with: .error)
        }
    }

    /// Problems that begin with the place where they are, one or more lines each.
    func problems(_ text: String) -> String {
        switch self {
        case .plain: text
        case .journal: Self.prefixingLines(of: text, with: .error)
        }
    }

    /// The journal takes each line for an entry of its own, and each needs its priority.
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
