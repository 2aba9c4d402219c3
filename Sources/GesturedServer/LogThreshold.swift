public import GestureSettings
public import Logging
import Synchronization

/// How grave a log line has to be; what a configuration says of it can change while loggers are in
/// use.
public final class LogThreshold: Sendable {
    private let stored: Mutex<Logger.Level>

    /// Lines at least as grave as `level` are written, until something else is said.
    public init(_ level: Logger.Level) {
        stored = Mutex(level)
    }

    /// The least grave level that is written.
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
