import GestureWire
import LinuxIO
import TouchCore

/// The bodies of one event's lines, each made once for all clients that want the same bytes.
struct EncodedLineCache: ~Copyable {
    /// One of them.
    private struct Version: ~Copyable {
        let includesPositions: Bool
        var line = LineBuffer(capacity: 8192)

        init(includesPositions: Bool) {
            self.includesPositions = includesPositions
        }

        mutating func removeAll() {
            line.removeAll()
        }

        mutating func encode(
            _ event: GestureEvent, _ parts: ContiguousArray<GesturePart>,
            with encoder: borrowing GestureLineEncoder
        ) -> Bool {
            guard line.isEmpty else { return true }
            encoder.appendBody(event, parts: parts, includesPositions: includesPositions, to: &line)
            return !line.isEmpty
        }
    }

    /// The version with positions.
    private var full = Version(includesPositions: true)
    /// Does not.
    private var bare = Version(includesPositions: false)

    /// Forgets the last event.
    mutating func removeAll() {
        full.removeAll()
        bare.removeAll()
    }

    /// Makes the body of the line of `event`, which is the same until `removeAll()`.
    ///
    /// Returns whether there is one: not for a zone that is gone. Clients that knew of its gestures were
    /// sent their ends.
    mutating func encode(
        _ event: GestureEvent, _ parts: ContiguousArray<GesturePart>,
        with encoder: borrowing GestureLineEncoder, includesPositions: Bool
    ) -> Bool {
        includesPositions
            ? full.encode(event, parts, with: encoder) : bare.encode(event, parts, with: encoder)
    }

    /// Calls `body` with what `encode` made.
    func withBody(includesPositions: Bool, _ body: (UnsafeRawBufferPointer) -> Void) {
        if includesPositions {
            full.line.withUnsafeBytes(body)
        } else {
            bare.line.withUnsafeBytes(body)
        }
    }
}
