package import LinuxIO
package import TouchCore

/// The contents of `gestured.yaml`: everything that can be configured.
///
/// `docs/configuration.md` describes each member with its unit, default and range. A configuration
/// is applied as a whole or not at all.
public struct DaemonConfiguration: Sendable, Hashable {
    /// The minimum severity of logged lines.
    public var logLevel = LogLevel.notice
    package var socket = SocketSettings()
    package var clients = ClientSettings()
    package var privacy = PrivacySettings()
    package var activity = ActivitySettings()
    /// The profile with the defaults of thresholds that are not given, including those of clients'
    /// zones.
    package var profile = GestureProfile.standard
    /// In the order of the file: later entries take precedence.
    package var devices: [DeviceRule] = []
    /// `devices` after the rules that need no file.
    package var deviceRules: [DeviceRule] { DeviceRule.builtIn + devices }
    /// The zone of the whole surface, and the zones above it.
    package var gestures = GestureConfiguration.standard

    /// The origin of the configuration.
    package var origin = ConfigurationOrigin.builtIn
    /// The file from which the configuration was read; `nil` if there is none.
    package var file: ConfigurationIdentity?
    /// The accounts that `socket` and `clients` name, if they have been looked up.
    package private(set) var accounts = SocketAccounts()

    /// The configuration if there is no file.
    public static let standard = DaemonConfiguration()

    /// The configuration if the file is invalid: the built-in configuration without positions, and
    /// without the requests by which clients could infer them.
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

extension DaemonConfiguration {
    /// Looks up the accounts that `socket` and `clients` name. May wait for a directory service.
    package mutating func lookUpAccounts() {
        accounts = SocketAccounts(of: socket, clients)
    }
}

/// The severity of a log line; the names are those of swift-log and syslog(3).
public enum LogLevel: String, Sendable, Hashable, CaseIterable {
    case trace, debug, info, notice, warning, error, critical
}

/// The path and the digest of the file from which a configuration was read.
package struct ConfigurationIdentity: Sendable, Hashable {
    /// The absolute path, as clients may have other working directories.
    package var path: String
    /// SHA-256 of the file's bytes, in 64 hexadecimal digits.
    package var digest: String
}

extension DaemonConfiguration {
    /// The configuration in effect, for the log: `/etc/gestured/gestured.yaml (SHA-256 …)`.
    package var identityText: String {
        switch origin {
        case .builtIn: "the built-in configuration, as there is no file"
        case .fallback: "the built-in configuration without positions, as the file is wrong"
        case .file:
            file.map { "\(escapedText($0.path)) (SHA-256 \($0.digest))" } ?? "a file"
        }
    }
}

/// The origin of a configuration.
package enum ConfigurationOrigin: Sendable, Hashable {
    case file
    /// There is no file.
    case builtIn
    /// The file is invalid: the built-in configuration without positions.
    case fallback
}

/// The member `activity`: when the touchscreens are idle.
package struct ActivitySettings: Sendable, Hashable {
    /// The time without a finger on any device after which the state is idle.
    package var idleAfter = Duration.seconds(60)

    /// `idleAfter` in microseconds; `fields` limits it to a day.
    package var idleAfterUs: Int64 { Int64(idleAfter / .microseconds(1)) }
}

extension ActivitySettings {
    /// The configurable members.
    static var fields: [Field<Self>] {
        [
            Field(
                "idle_after", \.idleAfter, .time(1_000...86_400_000),
                "Time without a finger on any touchscreen after which the state is idle.")
        ]
    }
}

/// The member `clients`: what clients may request.
package struct ClientSettings: Sendable, Hashable {
    /// Whether clients may add zones of their own.
    package var zones = false
    /// The maximum number of zones of one client.
    package var maxZones = 8
    /// Whether clients may request why gestures are not recognised.
    package var explain = false
    /// The users whose programs may tell which outputs the panels have, by names or numbers.
    package var outputs: [String] = []
}

extension ClientSettings {
    /// The configurable members.
    static var fields: [Field<Self>] {
        [
            Field(
                "zones", \.zones, .flag, "Whether clients may add zones of their own."),
            Field(
                "max_zones", \.maxZones, .integer(0...255),
                "Maximum number of zones of one client."),
            Field(
                "explain", \.explain, .flag,
                """
                Whether clients may ask why gestures are not recognised (gesturectl explain). The \
                answer shows how far fingers moved, and how long they stayed.
                """),
            Field(
                "outputs", \.outputs, .users,
                """
                The users, by names or numbers, whose programs may tell gestured how screens are \
                turned (set_output), as gestured-session does. A program of such a user can turn \
                the axes of a kiosk.
                """),
        ]
    }
}

/// The member `privacy`: which positions clients receive.
package struct PrivacySettings: Sendable, Hashable {
    /// Whether lines may contain positions of fingers; if not, contacts are not sent either.
    package var positions = true
    /// Whether clients may subscribe to single contacts.
    package var contacts = false
}

extension PrivacySettings {
    /// The configurable members.
    static var fields: [Field<Self>] {
        [
            Field(
                "positions", \.positions, .flag,
                """
                Whether lines show where fingers are. With false no line carries x, y, their \
                millimetres or contacts: the taps on a PIN pad are the PIN.
                """),
            Field(
                "contacts", \.contacts, .flag,
                """
                Whether clients may subscribe to single contacts: the position of each finger and \
                palm, before anything is recognised.
                """),
        ]
    }
}

/// The member `socket`: limits on clients, and who may connect.
package struct SocketSettings: Sendable, Hashable {
    /// The maximum number of clients.
    package var maxClients = 64
    /// The maximum number of clients of one user.
    package var maxClientsPerUID = 16
    /// The users with a maximum of their own, in the order of the file.
    package var maxClientsOf = [UserClients(user: "gestured-web", maximum: 72)]
    /// The size of one client's queue, in KiB.
    package var queueKiB = 256
    /// The maximum length of one request in bytes, including its line feed.
    package var maxRequestBytes = 4096
    /// The maximum number of requests of one client per second.
    package var maxRequestsPerSecond = 50
    /// The name of the group whose users may connect.
    package var group = "gestured-clients"
}

/// The maximum number of clients of one user.
package struct UserClients: Sendable, Hashable {
    /// The name or the number of the user.
    package var user: String
    /// The number of clients.
    package var maximum: Int
}

/// The numbers of the accounts that `socket` and `clients` name, as the system had them when they
/// were looked up.
package struct SocketAccounts: Sendable, Hashable {
    private var users: [String: AccountNumber] = [:]
    /// The group whose users may connect.
    package private(set) var group = AccountNumber.unknown

    /// No account is known.
    init() {}

    /// Looks up the accounts. May wait for a directory service.
    package init(of settings: SocketSettings, _ clients: ClientSettings) {
        for user in settings.maxClientsOf.map(\.user) + clients.outputs {
            users[user] = AccountNumber.ofUser(user)
        }
        group = AccountNumber.ofGroup(settings.group)
    }

    /// The number of a user that the configuration names.
    package func user(_ name: String) -> AccountNumber { users[name] ?? .unknown }
}

extension SocketSettings {
    /// The configurable members.
    static var fields: [Field<Self>] {
        [
            Field(
                "max_clients", \.maxClients, .integer(1...1_000),
                """
                Maximum number of clients; a further one receives the reason and is disconnected.
                """),
            Field(
                "max_clients_per_uid", \.maxClientsPerUID, .integer(1...1_000),
                """
                Maximum number of clients of one user, so that no user takes the room of the \
                others.
                """),
            Field(
                "max_clients_of", \.maxClientsOf, .clientsByUser,
                """
                Maximum number of clients of single users, by their names or numbers, in addition \
                to max_clients. Each connection of such a user has a request budget of its own, \
                and all together have eight: gestured-web has a connection for each page.
                """),
            Field(
                "queue_kib", \.queueKiB, .integer(64...16_384),
                """
                Memory in KiB for the lines that wait for one client. With less, a slow client \
                loses lines sooner; with more, it can lag behind further.
                """),
            Field(
                "max_request_bytes", \.maxRequestBytes, .integer(256...1_048_576),
                "Maximum number of bytes of one request, including its line feed."),
            Field(
                "max_requests_per_s", \.maxRequestsPerSecond, .integer(1...10_000),
                """
                Maximum number of requests of one client in a second; ten move_zone count as one.
                """),
            Field(
                "group", \.group, .name,
                """
                The group whose users may connect to a socket that gestured makes itself. If there \
                is no such group, or gestured may not use it, only its own user may connect, and \
                the log reports it. The unit gestured.socket names the group of the installed \
                socket (SocketGroup=).
                """),
        ]
    }
}
