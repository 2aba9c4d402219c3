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

    /// Encodes the body of the line of `event`, unless it is encoded already. `event` has to be the
    /// same until `removeAll()`.
    ///
    /// Returns false if there is no line because the zone has been removed: clients were sent the
    /// ends of its gestures then.
    mutating func encode(
        _ event: GestureEvent, _ parts: ContiguousArray<GesturePart>,
        with encoder: borrowing GestureLineEncoder, includesPositions: Bool
    ) -> Bool {
        includesPositions
            ? full.encode(event, parts, with: encoder) : bare.encode(event, parts, with: encoder)
    }

    /// Calls `body` with the encoded body of the line.
    func withBody(includesPositions: Bool, _ body: (UnsafeRawBufferPointer) -> Void) {
        if includesPositions {
            full.line.withUnsafeBytes(body)
        } else {
            bare.line.withUnsafeBytes(body)
        }
    }
}
