package import TouchCore

/// What `gestured.yaml` says: everything that the daemon can be told.
///
/// `docs/configuration.md` has each member with its unit, default and range. It is taken whole or
/// not at all.
public struct DaemonConfiguration: Sendable, Hashable {
    /// Log what is at least as grave.
    public var logLevel = LogLevel.notice
    package var socket = SocketSettings()
    package var clients = ClientSettings()
    package var privacy = PrivacySettings()
    package var activity = ActivitySettings()
    /// In the order of the file: a later one has the last word.
    package var devices: [DeviceRule] = []
    /// The whole surface, and the zones above it.
    package var gestures = GestureConfiguration.standard

    /// Where it came from.
    package var origin = ConfigurationOrigin.builtIn

    /// What holds where there is no file.
    public static let standard = DaemonConfiguration()

    /// What holds where there is a file, and it is wrong: the built-in configuration, which tells no
    /// places and lets no client find them out.
    package static let fallback: DaemonConfiguration = {
        var configuration = DaemonConfiguration.standard
        configuration.origin = .fallback
        configuration.privacy.positions = false
        configuration.privacy.contacts = false
        configuration.clients.zones = false
        return configuration
    }()

    package init() {}
}

/// How grave a log line is; the words are those of swift-log and syslog(3).
public enum LogLevel: String, Sendable, Hashable, CaseIterable {
    case trace, debug, info, notice, warning, error, critical
}

/// Where a configuration came from.
package enum ConfigurationOrigin: Sendable, Hashable {
    case file
    /// There is no file.
    case builtIn
    /// There is one, and it is wrong: the built-in configuration without places.
    case fallback
}
