import CSession
import GestureClient
import GestureWire
import Glibc
import LinuxIO
import SystemPackage

/// The connection to the daemon: subscribes, reads lines, and connects again after pauses.
struct DaemonLink: ~Copyable {
    /// The result of a turn.
    enum Turn {
        case lines([DaemonLine])
        /// The connection has ended or was not possible, as a sentence; another attempt follows.
        case ended(String)
    }

    /// The maximum length of a line (docs/protocol.md).
    private static let maximumLine = 1 << 18
    /// The maximum number of lines that are read in a second: the subscription permits only lines
    /// that fingers cause.
    private static let maximumRate = 2_000
    /// The maximum number of bytes of these lines.
    private static let maximumBytes = 1 << 19
    /// How long the daemon may take for its greeting, in microseconds.
    private static let greetingUs: Int64 = 10_000_000

    private let location: SocketLocation
    private let subscription: String
    private var socket: LineSocket?
    /// Whether it has greeted.
    private(set) var isConnected = false
    private var backoff = Backoff(firstUs: 50_000, longestUs: 2_000_000)
    /// When to connect, or to give up waiting for a greeting; `nil` once there is one.
    private(set) var deadline: Int64?
    private var second: (start: Int64, lines: Int, bytes: Int) = (0, 0, 0)

    /// - Parameter gestures: the names of the gestures that are read.
    init(_ location: SocketLocation, gestures: Set<String>, now: Int64) {
        self.location = location
        let names = gestures.sorted().map(quotedJSON).joined(separator: ",")
        let topics = gestures.isEmpty ? "" : #","gesture""#
        subscription = """
            {"type":"subscribe","id":1,"events":["activity","wake","device"\(topics)],\
            "names":[\(names)],"phases":["began","ended"],"positions":false}
            """
        deadline = now
    }

    /// The descriptor to wait for; `nil` without a connection.
    var descriptor: Int32? {
        switch socket {
        case .none: nil
        case .some(let socket): socket.descriptor
        }
    }

    /// Whether there has been no daemon for five seconds.
    var isMissing: Bool { backoff.failures >= 8 }

    /// Connects, or gives up, if it is time. Returns the problem, from the second attempt on.
    mutating func advance(now: Int64) -> Turn? {
        guard let deadline, deadline <= now else { return nil }
        if socket != nil { return end("it sends no greeting", now) }
        var problem = "cannot reach gestured"
        for path in location.candidates {
            let descriptor = csession_connect_socket(path)
            guard descriptor >= 0 else {
                let error = Errno(rawValue: errno)
                problem += "; \(path): \(error.sentence)"
                if error == .permissionDenied { problem += " (is the user in gestured-clients?)" }
                continue
            }
            let socket = LineSocket(owning: descriptor, maximumLine: Self.maximumLine)
            guard socket.send(subscription) else { continue }
            self.socket = consume socket
            self.deadline = now + Self.greetingUs
            return nil
        }
        pause(now)
        return backoff.failures > 1 ? .ended(problem) : nil
    }

    private mutating func pause(_ now: Int64) {
        socket = nil
        isConnected = false
        deadline = now + (backoff.fail() ?? 2_000_000)
    }

    /// Reads what has arrived.
    mutating func read(now: Int64) -> Turn {
        guard let lines = socket?.read() else { return end("it has ended the connection", now) }
        if now - second.start >= 1_000_000 { second = (now, 0, 0) }
        second.lines += lines.count
        second.bytes += lines.reduce(0) { $0 + $1.count }
        guard second.lines <= Self.maximumRate, second.bytes <= Self.maximumBytes else {
            return end("it sends more than \(Self.maximumRate) lines or 512 KiB a second", now)
        }
        let read = lines.map { DaemonLine($0) }
        if !isConnected, let first = read.first {
            guard first == .hello else { return end("it does not speak protocol 1", now) }
            (isConnected, deadline) = (true, nil)
        }
        // Lines about devices may be among those that were lost.
        if read.contains(.overflow) { return end("lines were lost", now) }
        if read.contains(.foreign) { return end("it does not speak protocol 1", now) }
        // A daemon that greets and fails again is not tried at once.
        let isServed = read.contains { if case .status = $0 { true } else { false } }
        if isServed { backoff.reset() }
        return .lines(read)
    }

    private mutating func end(_ reason: String, _ now: Int64) -> Turn {
        pause(now)
        return .ended("lost gestured: \(reason)")
    }

    /// Sends a request; nothing is sent without a connection.
    ///
    /// - Parameter members: more members, in JSON, each after a comma.
    mutating func request(_ type: String, _ members: String = "") {
        guard isConnected else { return }
        _ = socket?.send(#"{"type":"\#(type)","id":2\#(members)}"#)
    }
}

extension DaemonLink {
    /// Reports the output of a panel, or withdraws the report.
    mutating func report(_ output: Output?, of device: Int64) {
        var members = #","device":\#(device)"#
        if let output {
            let name = quotedJSON(output.name)
            members += #","output":\#(name),"transform":"\#(output.transformName)""#
            // The range of the protocol; other numbers are not sizes of a screen.
            let sides = 1.0...10_000.0
            if sides.contains(output.widthMM), sides.contains(output.heightMM) {
                members += #","width_mm":\#(output.widthMM),"height_mm":\#(output.heightMM)"#
            }
        }
        request("set_output", members)
    }
}
