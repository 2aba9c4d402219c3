import ArgumentParser
import GestureClient
import Glibc
import LinuxIO

/// `gesturectl run`
struct RunCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration.subcommand(
        "run",
        abstract: "Run commands at gestures, as a file lists them.",
        discussion: """
            The file lists commands for gestures, for idle times, and for panels that are removed \
            or appear. Commands run as the user who starts gesturectl. docs/bindings.md describes \
            the file, and gesturectl check checks it. A file that others can write is refused, and \
            so is a daemon of another user. Ends with Ctrl-C; running commands continue.
            """)

    @OptionGroup var socket: SocketOption
    @OptionGroup var reconnection: ReconnectOptions
    @OptionGroup var trust: TrustOptions

    @Argument(help: ArgumentHelp("The bindings.", valueName: "file"), completion: .file())
    var file: String

    func run() async throws {
        try await CommandProcess.run {
            CommandProcess.endQuietlyOnInterrupt()
            let bindings = try BindingsFile.read(reporting: file)
            try await bindings.run(reconnection, socket, trusting: try trust.userIDs())
        }
    }
}

extension BindingsFile {
    /// How many zones a subscription names: with more it has no filter, and the request stays short.
    private static let maximumZones = 16

    /// Runs the commands of the gestures of a daemon, until the connection ends.
    ///
    /// - Parameter users: the users who may serve the socket.
    func run(
        _ reconnection: ReconnectOptions, _ socket: SocketOption, trusting users: Set<UInt32>
    ) async throws {
        let client = reconnection.client(socket, subscription, trusting: users)
        let runner = CommandRunner(self, environment: ChildProcess.environment) {
            CommandProcess.report($0)
        }
        defer { runner.finishStarting() }
        var occurrences = Occurrences()
        for try await event in client.events {
            // Another daemon starts its ids again.
            if case .hello = event { runner.forgetSteps() }
            for occurrence in occurrences.receive(event) { runner.run(occurrence) }
        }
    }

    /// The subscription that the bindings need. Excludes `changed`, which is sent for each frame,
    /// unless a binding matches it.
    var subscription: GestureSubscription {
        var subscription = GestureSubscription()
        let gestures = bindings.map(\.match).filter(\.isGesture)
        var events: Set<GestureSubscription.Topic> = [.device]
        if !gestures.isEmpty {
            events.insert(.gesture)
            subscription.phases = Set(
                gestures.flatMap { match in
                    match.countsSteps
                        ? [.changed, .ended, .cancelled] : [.init(rawValue: match.phase)]
                })
            // The daemon warns of names that no zone has.
            let zones = Set(gestures.compactMap(\.zone))
            let isEachInZone = gestures.allSatisfy { $0.zone != nil }
            if isEachInZone, zones.count <= Self.maximumZones { subscription.zones = zones }
        }
        if bindings.contains(where: { $0.match.activity != nil }) { events.insert(.activity) }
        subscription.events = events
        return subscription
    }

    /// Reads a file as `read` does, and prints its errors.
    static func read(reporting path: String) throws(CommandError) -> BindingsFile {
        try CommandProcess.reportingProblems { () throws(CommandError) in try read(path) }
    }
}

/// Which users may serve a socket whose gestures run commands.
struct TrustOptions: ParsableArguments {
    @Option(
        name: .customLong("trust-user"),
        help: ArgumentHelp(
            "Also accept a daemon of this user, by name or number. Repeat for several.",
            discussion: "Without it: root, the user gestured, and you.", valueName: "user"))
    var users: [String] = []

    /// The account of the installed daemon.
    private static let account = "gestured"

    /// The ids of all users whose daemon is trusted.
    ///
    /// - Throws: 64 for an unknown user.
    func userIDs() throws(CommandError) -> Set<UInt32> {
        var found: Set<UInt32> = [0, geteuid()]
        if let id = Self.id(of: Self.account) { found.insert(id) }
        for user in users {
            guard let id = UInt32(user) ?? Self.id(of: user) else {
                throw CommandError(
                    .usage,
                    "there is no user \(ReadableName.of(user))\n  Name one of: getent passwd")
            }
            found.insert(id)
        }
        return found
    }

    private static func id(of name: String) -> UInt32? {
        var entry = passwd()
        var found: UnsafeMutablePointer<passwd>?
        var buffer = [CChar](repeating: 0, count: 16_384)
        let problem = getpwnam_r(name, &entry, &buffer, buffer.count, &found)
        return problem == 0 && found != nil ? entry.pw_uid : nil
    }
}
