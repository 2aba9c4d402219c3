import GestureWire
public import Logging
import TouchCore

/// What `gestured.yaml` says: everything that the daemon can be told.
///
/// `docs/configuration.md` has each member with its unit, default and range. It is taken whole or
/// not at all.
public struct DaemonConfiguration: Sendable, Hashable {
    /// Log what is at least as grave.
    public var logLevel = Logger.Level.notice
    var socket = SocketSettings()
    var clients = ClientSettings()
    var privacy = PrivacySettings()
    var activity = ActivitySettings()
    /// In the order of the file: a later one has the last word.
    var devices: [DeviceRule] = []
    /// The whole surface, and the zones above it.
    var gestures = GestureConfiguration.standard

    /// Where it came from.
    var origin = DaemonStatus.ConfigurationOrigin.builtIn

    /// What holds where there is no file.
    public static let standard = DaemonConfiguration()

    /// What holds where there is a file, and it is wrong: the built-in configuration, which tells no
    /// places and lets no client find them out.
    static let fallback: DaemonConfiguration = {
        var configuration = DaemonConfiguration.standard
        configuration.origin = .fallback
        configuration.privacy.positions = false
        configuration.privacy.contacts = false
        configuration.clients.zones = false
        return configuration
    }()

    init() {}
}
