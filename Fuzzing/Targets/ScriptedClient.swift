import Glibc
import TouchTestSupport

/// A client of the server, which a script controls. It stores the lines that it receives.
final class ScriptedClient {
    private let descriptor: Int32
    private var unfinished: [UInt8] = []
    /// The passed sockets. Their peers are kept open, because otherwise no close would linger.
    private var passed: [LingeringSocket] = []
    /// The number of zones that it has named so far.
    private var named = 0

    /// The lines that were read so far.
    private(set) var lines: [WireLine] = []
    /// The bytes of the script that it sent.
    private var freeText = ""
    /// The prefix of the names of its zones; no other client uses it.
    let prefix: String
    /// Whether the server has ended the connection, and everything it sent has been read.
    private(set) var isAtEnd = false
    /// Whether it received bytes that are not a line.
    private(set) var isGarbled = false

    /// Takes ownership of a connected socket.
    init(owning descriptor: Int32, number: Int) {
        self.descriptor = descriptor
        prefix = "c\(number)_"
    }

    deinit {
        close(descriptor)
    }

    /// The name of one of its zones: a new one, or one of those that it named recently.
    func zoneName(isNew: Bool, _ which: UInt8) -> String {
        if isNew || named == 0 {
            named += 1
            return "\(prefix)\(named)"
        }
        return "\(prefix)\(max(1, named - Int(which % 4)))"
    }

    /// Sends the bytes of `text` for which there is room.
    func send(_ text: String) {
        var text = text
        text.withUTF8 { bytes in
            _ = Glibc.send(descriptor, bytes.baseAddress, bytes.count, flags)
        }
    }

    /// Sends the bytes for which there is room.
    func send(_ bytes: [UInt8]) {
        freeText += String(decoding: bytes, as: UTF8.self)
        _ = Glibc.send(descriptor, bytes, bytes.count, flags)
    }

    /// Passes a descriptor whose close takes ten seconds.
    ///
    /// - Parameter isUrgent: whether it is passed with an urgent byte (MSG_OOB), which is not in the
    ///   stream that the server reads.
    func passDescriptor(isUrgent: Bool) {
        guard let socket = try? LingeringSocket(seconds: 60) else { return }
        passed.append(socket)
        let bytes = Array((isUrgent ? "{" : "{\"type\":\"ping\"}\n").utf8)
        socket.pass(to: descriptor, with: bytes, isUrgent: isUrgent)
    }

    /// Whether this client may have added a zone of this name.
    func mayHaveNamed(_ zone: String) -> Bool {
        zone.hasPrefix(prefix) || freeText.contains(zone) || freeText.contains("\\")
    }

    /// Shuts down the sending side.
    func shutDownWriting() {
        shutdown(descriptor, Int32(SHUT_WR))
    }

    /// Reads available bytes, at most `limit`. Returns their number.
    @discardableResult
    func read(limit: Int = .max) -> Int {
        var total = 0
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while total < limit, !isAtEnd {
            let count = recv(descriptor, &buffer, min(buffer.count, limit - total), flags)
            guard count > 0 else {
                isAtEnd = count == 0 || errno != EAGAIN
                break
            }
            total += count
            receive(buffer.prefix(count))
        }
        return total
    }

    private let flags = Int32(MSG_DONTWAIT | MSG_NOSIGNAL)

    private func receive(_ bytes: ArraySlice<UInt8>) {
        unfinished += bytes
        var remaining = unfinished[...]
        while let end = remaining.firstIndex(of: UInt8(ascii: "\n")) {
            if let line = try? WireLine(String(decoding: remaining[..<end], as: UTF8.self)) {
                lines.append(line)
            } else {
                isGarbled = true
            }
            remaining = remaining[(end + 1)...]
        }
        unfinished = Array(remaining)
    }
}
