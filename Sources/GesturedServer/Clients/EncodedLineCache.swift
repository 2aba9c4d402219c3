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

        @inline(__always)
        mutating func with(
            _ event: GestureEvent, _ parts: ContiguousArray<GesturePart>,
            _ encoder: GestureLineEncoder, _ head: inout LiveHead,
            _ use: (UnsafeRawBufferPointer) -> Void
        ) {
            if line.isEmpty {
                if event.phase == .changed {
                    encoder.appendChange(
                        event, parts: parts, includesPositions: includesPositions, &head,
                        to: &line)
                } else {
                    encoder.appendBody(
                        event, parts: parts, includesPositions: includesPositions, to: &line)
                }
                // Of a zone that is no more: whoever knows of its gestures was sent their ends.
                guard !line.isEmpty else { return }
            }
            line.withUnsafeBytes(use)
        }
    }

    /// Knows every zone that an event can name.
    var encoder: GestureLineEncoder {
        didSet {
            for place in 0..<heads.count { heads[place].forget() }
        }
    }
    /// Of gestures that go on, by the last digits of their ids: as many as are mostly alive at once.
    private var heads = OwnedTable<LiveHead>(capacity: headCount)

    private static var headCount: Int { 16 }
    /// The version with positions.
    private var full = Version(includesPositions: true)
    /// Does not.
    private var bare = Version(includesPositions: false)

    init(_ encoder: GestureLineEncoder) {
        self.encoder = encoder
        for _ in 0..<Self.headCount { heads.append(LiveHead()) }
    }

    /// Forgets the last event.
    @inline(__always)
    mutating func removeAll() {
        full.removeAll()
        bare.removeAll()
    }

    /// Calls `use` with the body of the line of `event`, which is the same until `removeAll()`.
    @inline(__always)
    mutating func with(
        _ event: GestureEvent, _ parts: ContiguousArray<GesturePart>, includesPositions: Bool,
        _ use: (UnsafeRawBufferPointer) -> Void
    ) {
        let place = Int(truncatingIfNeeded: event.id) & (Self.headCount - 1)
        if includesPositions {
            full.with(event, parts, encoder, &heads[place], use)
        } else {
            bare.with(event, parts, encoder, &heads[place], use)
        }
    }
}
