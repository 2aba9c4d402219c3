import GestureWire
import TouchCore

/// The bodies of one event's lines, each made once for all clients that want the same bytes.
struct GestureBodies: ~Copyable {
    /// One of them.
    private struct Version: ~Copyable {
        let tellsPositions: Bool
        var line = LineBuffer(capacity: 8192)
        /// Where the line lies for all clients; `nil`: it is copied to each.
        var lent: UnsafeRawBufferPointer?

        init(tellsPositions: Bool) {
            self.tellsPositions = tellsPositions
        }

        mutating func removeAll() {
            line.removeAll()
            lent = nil
        }

        @inline(__always)
        mutating func with(
            _ event: GestureEvent, _ parts: ContiguousArray<GesturePart>,
            _ encoder: GestureLineEncoder, _ lentBytes: inout LentBytes, isShared: Bool,
            _ use: (LineBody) -> Void
        ) {
            if line.isEmpty {
                encoder.appendBody(
                    event, parts: parts, tellsPositions: tellsPositions, to: &line)
                // Of a zone that is no more: whoever knows of its gestures was told their ends.
                guard !line.isEmpty else { return }
                if isShared { lent = line.withUnsafeBytes { lentBytes.keep($0) } }
            }
            if let lent { return use(LineBody(bytes: lent, isLent: true)) }
            line.withUnsafeBytes { use(LineBody(bytes: $0)) }
        }
    }

    /// Knows every zone that an event can name.
    var encoder: GestureLineEncoder
    /// Says where the fingers are.
    private var full = Version(tellsPositions: true)
    /// Does not.
    private var bare = Version(tellsPositions: false)
    private var lentBytes = LentBytes()

    init(_ encoder: GestureLineEncoder) {
        self.encoder = encoder
    }

    /// Forgets the last event.
    @inline(__always)
    mutating func removeAll() {
        full.removeAll()
        bare.removeAll()
    }

    /// Forgets what was lent: no client has need of it any more.
    mutating func takeBack() {
        lentBytes.removeAll()
    }

    /// Calls `use` with the line of `event`, which is the same until `removeAll()`.
    ///
    /// - Parameter isShared: several clients may be told it.
    @inline(__always)
    mutating func with(
        _ event: GestureEvent, _ parts: ContiguousArray<GesturePart>, tellsPositions: Bool,
        isShared: Bool, _ use: (LineBody) -> Void
    ) {
        if tellsPositions {
            full.with(event, parts, encoder, &lentBytes, isShared: isShared, use)
        } else {
            bare.with(event, parts, encoder, &lentBytes, isShared: isShared, use)
        }
    }
}
