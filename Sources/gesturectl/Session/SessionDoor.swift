import GestureWire
import Glibc
import LinuxIO
import SystemPackage

/// The socket of the user's gestured-session: one request and one reply a connection.
enum SessionDoor {
    /// How long to wait for the reply. gestured-session may wait two seconds for another guest.
    private static let replyMs: Int32 = 5_000
    private static let maximumReply = 4096

    /// Sends a request, a JSON object.
    ///
    /// - Throws: exit status 69 if no gestured-session answers, 65 if it refuses.
    static func send(_ request: String) throws(CommandError) {
        let reply = try reply(to: request)
        guard !reply.contains(#""ok":true"#) else { return }
        throw CommandError(
            .data, "gestured-session refused the request: \(escapedText(reply, limit: 300))")
    }

    /// The reply to a request.
    ///
    /// - Throws: exit status 69 if no gestured-session answers.
    static func reply(to request: String) throws(CommandError) -> String {
        guard let folder = environmentVariable("XDG_RUNTIME_DIR"), !folder.isEmpty else {
            throw CommandError(
                .usage, "XDG_RUNTIME_DIR names no folder\n  Run this as the user of the session")
        }
        let path = "\(folder)/gestured-session.sock"
        do throws(Errno) {
            let reply = try exchange(Array("\(request)\n".utf8), path) { $0.last == 0x0A }
            return String(decoding: reply.prefix { $0 != 0x0A }, as: UTF8.self)
        } catch {
            throw CommandError(
                .unavailable, "cannot reach gestured-session at \(escapedText(path))", error,
                advice: """
                    Start it in the graphical session: systemctl --user start gestured-session
                      It is in the package of that name (docs/session.md)
                    """)
        }
    }

    /// Sends a request to the socket at `path`, and reads until the reply is whole.
    static func exchange(
        _ request: [UInt8], _ path: String, isWhole: ([UInt8]) -> Bool
    ) throws(Errno) -> [UInt8] {
        let socket = try UnixSocket(connectedTo: path)
        try writeAll(request, to: socket.number, timeoutMs: replyMs)
        let end = SystemClock.monotonicUs &+ Int64(replyMs) * 1_000
        var reply: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1024)
        while reply.count < maximumReply, !isWhole(reply) {
            var ready = pollfd(fd: socket.number, events: Int16(POLLIN), revents: 0)
            let left = Int32(clamping: (end - SystemClock.monotonicUs) / 1_000)
            guard try systemCall({ poll(&ready, 1, max(left, 0)) }) > 0 else { throw .timedOut }
            let number = socket.number
            let count = try systemCallOrWouldBlock { recv(number, &buffer, buffer.count, 0) }
            if count == 0 { break }
            reply += buffer[..<(count ?? 0)]
        }
        return reply
    }
}
