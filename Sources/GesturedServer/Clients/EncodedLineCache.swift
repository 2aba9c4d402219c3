import GestureWire
import LinuxIO
import TouchCore

/// The bodies of one event's lines, each encoded once for all clients that receive the same bytes.
struct EncodedLineCache: ~Copyable {
    /// A body, with or without positions.
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
    /// The version without positions.
    private var bare = Version(includesPositions: false)

    /// Forgets the last event.
    mutating func removeAll() {
        full.removeAll()
        bare.removeAll()
    }

    /// Encodes the body of the line of `event`, which stays the same until `removeAll()`.
    ///
    /// Returns whether there is one: not if the zone has been removed. Clients that knew of its
    /// gestures were sent their ends.
    mutating func encode(
        _ event: GestureEvent, _ parts: ContiguousArray<GesturePart>,
        with encoder: borrowing GestureLineEncoder, includesPositions: Bool
    ) -> Bool {
        includesPositions
            ? full.encode(event, parts, with: encoder) : bare.encode(event, parts, with: encoder)
    }

    /// Calls `body` with the result of `encode`.
    func withBody(includesPositions: Bool, _ body: (UnsafeRawBufferPointer) -> Void) {
        if includesPositions {
            full.line.withUnsafeBytes(body)
        } else {
            bare.line.withUnsafeBytes(body)
        }
    }
}
