import GestureWire
import TouchCore

/// The bodies of one event's lines, each made once for all clients that want the same bytes.
struct GestureBodies: ~Copyable {
    private var encoder: GestureLineEncoder
    private var bareEncoder: GestureLineEncoder
    /// Says where the fingers are, as far as the configuration lets it.
    private var full = LineBuffer(capacity: 8192)
    /// Does not.
    private var bare = LineBuffer(capacity: 8192)

    init(_ encoder: GestureLineEncoder) {
        self.encoder = encoder
        bareEncoder = encoder.withoutPositions
    }

    /// Makes lines for another configuration from here on.
    mutating func adopt(_ encoder: GestureLineEncoder) {
        self.encoder = encoder
        bareEncoder = encoder.withoutPositions
    }

    /// Forgets the last event.
    mutating func removeAll() {
        full.removeAll()
        bare.removeAll()
    }

    /// Calls `body` with the line of `event`, which is the same until `removeAll()`.
    @inline(__always)
    mutating func with(
        _ event: GestureEvent, _ parts: ContiguousArray<GesturePart>, tellsPositions: Bool,
        _ body: (UnsafeRawBufferPointer) -> Void
    ) {
        if tellsPositions {
            if full.isEmpty { encoder.appendBody(event, parts: parts, to: &full) }
            full.withUnsafeBytes(body)
        } else {
            if bare.isEmpty { bareEncoder.appendBody(event, parts: parts, to: &bare) }
            bare.withUnsafeBytes(body)
        }
    }
}
