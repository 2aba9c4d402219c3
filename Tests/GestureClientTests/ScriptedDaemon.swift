import Foundation
import GestureClient
import TouchTestSupport

/// A daemon's socket, which sends the lines of a test.
final class ScriptedDaemon {
    static let hello =
        #"{"type":"hello","protocol":1,"server":"s/1","boot_id":"b","monotonic_us":1,"realtime_us":2}"#

    /// The path of the socket.
    let path: String
    private let directory: TemporaryDirectory
    private let listener: Int32
    private var connection: Int32 = -1
    private var received: [UInt8] = []

    init() throws {
        directory = try TemporaryDirectory()
        path = directory.file("s")
        listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8.prefix(107)) }
        let bound = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(listener, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        guard bound == 0, listen(listener, 8) == 0 else { throw MissingEvent() }
    }

    deinit {
        hangUp()
        close(listener)
    }

    /// A client of this daemon.
    func client(
        _ subscription: GestureSubscription? = nil, reconnects: Bool = false,
        patience: Duration = .seconds(60)
    ) -> GestureClient {
        var options = GestureClientOptions(
            location: SocketLocation(path: path), subscription: subscription, waits: false,
            reconnects: reconnects)
        options.patience = patience
        return GestureClient(options)
    }

    /// Accepts the next client.
    func accept() async throws {
        hangUp()
        received = []
        // The client may run on the main actor, which other tests may occupy for minutes.
        connection = try await polling(seconds: 600) {
            let number = Foundation.accept(listener, nil, nil)
            return number < 0 ? nil : number
        }
    }

    /// Sends lines.
    func sendLines(_ lines: String...) throws {
        try send(Array(lines.map { $0 + "\n" }.joined().utf8))
    }

    /// Sends bytes.
    func send(_ bytes: [UInt8]) throws {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes {
                Foundation.send(connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { throw MissingEvent() }
            rest = rest.dropFirst(count)
        }
    }

    /// Sends as many bytes as there is room for; returns their number.
    func sendWithoutWaiting(_ bytes: some Sequence<UInt8>) -> Int {
        let bytes = Array(bytes)
        let flags = Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT)
        return max(0, Foundation.send(connection, bytes, bytes.count, flags))
    }

    /// The next line of the client; `nil` if the client has disconnected.
    func nextRequest() async throws -> WireLine? {
        try await polling { () -> WireLine?? in
            if let end = received.firstIndex(of: UInt8(ascii: "\n")) {
                let line = String(decoding: received[..<end], as: UTF8.self)
                received.removeSubrange(...end)
                return .some(try WireLine(line))
            }
            var buffer = [UInt8](repeating: 0, count: 4_096)
            let count = recv(connection, &buffer, buffer.count, Int32(MSG_DONTWAIT))
            if count == 0 { return .some(nil) }
            if count > 0 { received += buffer.prefix(count) }
            return nil
        }
    }

    /// Ends the connection.
    func hangUp() {
        if connection >= 0 { close(connection) }
        connection = -1
    }

    /// A gesture line.
    static func gesture(
        _ kind: String, id: Int, _ phase: String, seq: Int = 1, more: String = ""
    ) -> String {
        """
        {"type":"gesture","seq":\(seq),"time_us":5,"device":1,"zone":"screen","gesture":"\(kind)",\
        "name":"\(kind)","id":\(id),"phase":"\(phase)","fingers":1,"x":0.5,"y":0.5,"x_mm":1,\
        "y_mm":2\(more)}
        """
    }
}

/// Calls `question` until it returns an answer. Other tasks run in between.
///
/// - Throws: `MissingEvent` after `seconds`.
func polling<Answer>(
    seconds: Double = 20, _ question: () async throws -> Answer?
) async throws -> Answer {
    let end = Date(timeIntervalSinceNow: seconds)
    // Other tests may occupy every thread of tasks: a few polls are not enough to give up.
    var questions = 0
    while Date() < end || questions < 1_000 {
        if let answer = try await question() { return answer }
        questions += 1
        try await Task.sleep(for: .milliseconds(5))
    }
    throw MissingEvent()
}

/// The event that a test expected did not arrive, or another one did.
struct MissingEvent: Error {}
