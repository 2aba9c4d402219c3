import ArgumentParser
import GestureClient
import GestureWire
import TouchCore

extension CompletionKind {
    /// Completes the keywords of the enumeration that parses them.
    static func words<Word: CaseIterable & RawRepresentable<String>>(of type: Word.Type) -> Self {
        .list(type.allCases.map(\.rawValue))
    }
}

/// The filters of a subscription. The daemon checks the names, because a newer daemon knows more
/// names than this program.
struct FilterOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Only these kinds: "
                + GestureKind.allCases.map(\.rawValue).joined(separator: ", ") + ".",
            discussion: "Separate several by commas, here and below.", valueName: "kinds"),
        completion: .words(of: GestureKind.self))
    var gestures: String?

    @Option(help: ArgumentHelp("Only gestures of these names.", valueName: "names"))
    var names: String?

    @Option(help: ArgumentHelp("Only gestures in these zones.", valueName: "zones"))
    var zones: String?

    @Option(
        help: ArgumentHelp("Only these: began, changed, ended, cancelled.", valueName: "phases"),
        completion: .words(of: GesturePhase.self))
    var phases: String?

    @Option(
        help: ArgumentHelp(
            "Only these touchscreens: ids, names (with * and ?), or outputs.",
            valueName: "devices"))
    var devices: String?

    @Option(
        help: ArgumentHelp(
            "Only this number of fingers, or a range as in 2-5.", valueName: "fingers"))
    var fingers: String?

    @Option(
        help: ArgumentHelp(
            "Which lines are sent: gesture, device, activity, wake, contact, health, explanation.",
            discussion: "Defaults to gesture,device.", valueName: "events"),
        completion: .words(of: Subscription.Topic.self))
    var events: String?

    @Option(
        help: ArgumentHelp(
            "Maximum number of changed lines a second for each gesture, 1 to 240.",
            valueName: "number"))
    var maxRate: Double?

    func validate() throws {
        for (name, text) in [
            ("gestures", gestures), ("names", names), ("zones", zones), ("phases", phases),
            ("devices", devices), ("events", events),
        ] where items(text)?.isEmpty ?? false {
            // Otherwise a script with an unset variable would wait forever.
            throw ValidationError("--\(name) is empty.")
        }
        if fingers != nil, fingerRange == nil {
            throw ValidationError("--fingers takes a number, or two as in 2-5.")
        }
    }

    /// The subscription for these filters; `nil` if no filter is given.
    var subscription: GestureSubscription? {
        var subscription = GestureSubscription()
        subscription.events = words(events)
        subscription.gestures = words(gestures)
        subscription.names = items(names).map(Set.init)
        subscription.zones = items(zones).map(Set.init)
        subscription.phases = words(phases)
        subscription.devices = devices.map(Self.devices)
        subscription.fingers = fingerRange
        subscription.maximumRate = maxRate
        return subscription == GestureSubscription() ? nil : subscription
    }

    private var fingerRange: ClosedRange<Int>? {
        guard let fingers else { return nil }
        let counts = fingers.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
        guard (1...2).contains(counts.count), let minimum = counts.first ?? nil,
            let maximum = counts.last ?? nil, minimum <= maximum
        else { return nil }
        return minimum...maximum
    }

    private func items(_ text: String?) -> [String]? {
        text?.split(separator: ",").map(String.init)
    }

    private func words<Word: WireWord>(_ text: String?) -> Set<Word>? {
        items(text).map { Set($0.map(Word.init(rawValue:))) }
    }

    /// Ids and names, separated by commas.
    static func devices(in text: String) -> Set<GestureSubscription.Device> {
        Set(text.split(separator: ",").map { Int($0).map { .id($0) } ?? .name(String($0)) })
    }
}

/// The socket of the daemon.
struct SocketOption: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Connect to this socket.",
            discussion: """
                Defaults to $GESTURED_SOCKET, else the first that exists of \
                /run/gestured/gestured.sock and $XDG_RUNTIME_DIR/gestured.sock.
                """,
            valueName: "path"),
        completion: .file())
    var socket: String?

    func validate() throws {
        guard socket != "" else { throw ValidationError("--socket is empty.") }
    }

    /// A client that connects once.
    ///
    /// - Parameter waits: whether to wait for a daemon that does not run yet.
    func client(
        _ subscription: GestureSubscription? = nil, waits: Bool = false
    ) -> GestureClient {
        var options = GestureClientOptions(
            location: SocketLocation(option: socket), subscription: subscription, waits: waits,
            reconnects: false)
        options.pausesThread = true
        return GestureClient(options, warn: CommandProcess.reportWarning)
    }
}

/// The behaviour if there is no daemon.
struct ReconnectOptions: ParsableArguments {
    @Flag(help: "Wait for a daemon that does not run yet.")
    var wait = false

    @Flag(
        help: """
            Reconnect whenever the connection is lost. Active gestures are cancelled \
            (connection_lost).
            """)
    var reconnect = false

    /// A client with these options.
    ///
    /// - Parameter users: the users who may serve the socket. If `nil`, any.
    func client(
        _ socket: SocketOption, _ subscription: GestureSubscription?,
        trusting users: Set<UInt32>? = nil
    ) -> GestureClient {
        var options = GestureClientOptions(
            location: SocketLocation(option: socket.socket), subscription: subscription,
            waits: wait, reconnects: reconnect)
        options.trustedUserIDs = users
        options.pausesThread = true
        return GestureClient(options, warn: CommandProcess.reportWarning)
    }
}
