import GestureWire
import Glibc
import Testing
import TouchCore
import TouchTestSupport

@testable import GestureSettings
@testable import GesturedServer
@testable import LinuxIO

/// A daemon whose default configuration file is invalid: it serves, but publishes no positions.
struct ConfigurationFallbackTests {
    private static let (x, y): (Int32, Int32) = (123, 157)
    private static let problem = "/etc/gestured/gestured.yaml:1:8: hands is \"9\""

    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    // MARK: Which file

    /// Faults of a configuration file.
    enum Fault: CaseIterable, Sendable {
        case wrong, broken, long, directory, fifo, device, danglingLink, parentIsFile

        /// Makes a file with the fault, at `path` if that is possible; returns its path.
        func make(at path: String, in directory: TemporaryDirectory) throws -> String {
            switch self {
            case .wrong: return try directory.write("hands: 9\n".utf8, to: "c.yaml")
            case .broken: return try directory.write("{ [\n".utf8, to: "c.yaml")
            case .long:
                return try directory.write([UInt8](repeating: 35, count: 1 << 21), to: "c.yaml")
            case .directory: #expect(mkdir(path, 0o700) == 0)
            case .fifo: #expect(mkfifo(path, 0o600) == 0)
            case .device: return "/dev/zero"
            case .danglingLink: #expect(symlink("nowhere", path) == 0)
            case .parentIsFile:
                return try directory.write("".utf8, to: "file") + "/c.yaml"
            }
            return path
        }
    }

    @Test(arguments: Fault.allCases)
    func `a fault of the default file does not prevent the daemon from serving`(fault: Fault) throws
    {
        let path = try fault.make(at: directory.file("c.yaml"), in: directory)
        let file = try ConfigurationFile.readForServing(nil, orDefault: path)
        #expect(file.configuration == .fallback)
        #expect(file.problem?.contains(path) == true)
        // Naming, checking or reloading the file gives the error.
        #expect(throws: CommandError.self) { try ConfigurationFile.readForServing(path) }
        #expect(throws: CommandError.self) { try ConfigurationFile.read(path) }
        #expect(throws: CommandError.self) { try ConfigurationFile.read(nil, orDefault: path) }
    }

    @Test func `without a file the built-in configuration applies, with positions`() throws {
        for path in [directory.file("none"), directory.file("none/none")] {
            let file = try ConfigurationFile.readForServing(nil, orDefault: path)
            #expect(file.configuration == .standard)
            #expect(file.problem == nil)
        }
    }

    @Test func `a valid file is applied and reported`() throws {
        let path = try directory.write("privacy: { contacts: true }\n".utf8, to: "c.yaml")
        let file = try ConfigurationFile.readForServing(nil, orDefault: path)
        #expect(file.configuration.origin == .file)
        #expect(file.configuration.privacy.contacts)
        #expect(file.problem == nil)
    }

    // MARK: Output

    /// A daemon that has just started with the fallback configuration.
    private func fixture() throws -> LiveServerFixture {
        let fixture = try LiveServerFixture(configuration: .fallback)
        fixture.server.publish(.configurationError(excerpting: Self.problem), of: nil, at: 5)
        return fixture
    }

    /// A finger that taps, drags and then rests until it is stuck.
    private func touch(_ fixture: LiveServerFixture) throws {
        try fixture.node.send(.frames { $0.frame(100, .down(0, Self.x, Self.y)) })
        try fixture.turn(110)
        try fixture.node.send(.frames { $0.frame(150, .up(0)) })
        try fixture.turn(160)
        try fixture.node.send(.frames { $0.frame(1_000, .down(0, Self.x, Self.y)) })
        for step in 1...6 as ClosedRange<Int64> {
            try fixture.node.send(
                .frames { $0.frame(1_000 + 10 * step, .move(0, Self.x + 5 * Int32(step), Self.y)) })
            try fixture.turn(1_001 + 10 * step)
        }
        try fixture.turn(400_000)
    }

    private static let subscriptions = [
        "", #","positions":true"#, #","events":["gesture","device","activity","health"]"#,
        #","events":["gesture","device","activity","health"],"positions":true,"max_rate_hz":60"#,
        #","events":["health"],"positions":true"#,
    ]

    @Test func `no position is sent, whatever a client requests`() throws {
        let fixture = try fixture()
        let clients = try ([nil] + Self.subscriptions).map { members in
            let client = try fixture.connect()
            if let members {
                let reply = try fixture.ask(client, #"{"type":"subscribe"\#(members)}"#)
                #expect(reply?.text.contains(#""ok":true"#) == true)
            }
            return client
        }
        for request in [
            #"{"type":"subscribe","events":["gesture","contact"],"positions":true}"#,
            #"{"type":"subscribe","events":["contact"]}"#,
            #"{"type":"add_zone","name":"a","rect":{"x":0,"y":0,"width":1,"height":1},"gestures":[{"tap":{}}]}"#,
        ] {
            let reply = try fixture.ask(clients[0], request)
            #expect(reply?.object("error")?.string("code") == "not_permitted")
        }
        try touch(fixture)
        for client in clients { try client.read() }
        let lines = clients.flatMap(\.lines)
        let kinds = Set(lines.map { $0.string("problem") ?? $0.string("gesture") ?? $0.type })
        #expect(kinds.isSuperset(of: ["tap", "drag", "stuck", "activity", "device"]))
        #expect(!kinds.contains("contact"))
        for line in lines {
            let position = line.text.firstMatch(of: /"(x|y|x_mm|y_mm|slot|tracking_id|contacts)":/)
            #expect(position == nil, "\(line.text)")
        }
    }

    @Test
    func `status reports the fallback, and early and late subscribers get its error as health`()
        throws
    {
        let fixture = try fixture()
        let first = try fixture.connect()
        for client in [first, try fixture.connect(10)] {
            let reply = try fixture.ask(client, #"{"type":"status"}"#)
            #expect(reply?.object("status")?.string("configuration") == "fallback")
            #expect(reply?.text.contains(#""configuration_refused":true"#) == true)
            try fixture.ask(client, #"{"type":"subscribe","events":["health"]}"#)
            #expect(client.lines.suffix(2).map(\.type) == ["reply", "health"])
            #expect(client.lines.last?.string("problem") == "configuration_error")
            #expect(client.lines.last?.string("message") == Self.problem)
            #expect(client.lines.last?.integer("time_us") == 5)
        }
        let count = first.lines.count
        try fixture.ask(first, #"{"type":"subscribe","events":["gesture"]}"#)
        #expect(first.lines.dropFirst(count).map(\.type) == ["reply"])
    }

    @Test func `a valid configuration restores positions, even for connected clients`() throws {
        let fixture = try fixture()
        let client = try fixture.connect()
        try fixture.node.send(.tap(100))
        try fixture.turn(160)
        fixture.reconfigure(200) { $0.origin = .file }
        try fixture.node.send(.tap(700))
        try fixture.turn(760)
        try client.read()
        let taps = client.lines.filter { $0.string("gesture") == "tap" }
        #expect(taps.map { $0.number("x_mm") } == [nil, 50])
        let reply = try fixture.ask(client, #"{"type":"status"}"#, 800)
        #expect(reply?.object("status")?.string("configuration") == "file")
        #expect(reply?.text.contains(#""configuration_refused":false"#) == true)
        try fixture.ask(client, #"{"type":"subscribe","events":["health"]}"#, 900)
        #expect(client.lines.last?.type == "reply")
        #expect(Promises.broken(by: client.lines) == [])
    }

    @Test func `a line has the first of 1 000 problems, and the number of further ones`() throws {
        let texts = (0..<1_000).map { "c.yaml:\($0):1: something is wrong" }
        let fixture = try LiveServerFixture(configuration: .fallback)
        let report = HealthReport.configurationError(excerpting: texts.joined(separator: "\n"))
        fixture.server.publish(report, of: nil, at: 5)
        let client = try fixture.connect()
        try fixture.ask(client, #"{"type":"subscribe","events":["health"]}"#)
        let message = try #require(client.lines.last?.string("message"))
        #expect(message.utf8.count < 2_200)
        let lines = message.split(separator: "\n").map(String.init)
        #expect(lines.dropLast() == texts.prefix(lines.count - 1))
        #expect(lines.last == "\(1_001 - lines.count) more lines in the log")
    }
}
