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
        mutating func encode(
            _ event: GestureEvent, _ parts: ContiguousArray<GesturePart>,
            with encoder: borrowing GestureLineEncoder, _ head: inout LiveHead
        ) -> Bool {
            guard line.isEmpty else { return true }
            if event.phase == .changed {
                encoder.appendChange(
                    event, parts: parts, includesPositions: includesPositions, &head, to: &line)
            } else {
                encoder.appendBody(
                    event, parts: parts, includesPositions: includesPositions, to: &line)
            }
            return !line.isEmpty
        }
    }

    /// Of gestures that go on, by the last digits of their ids: as many as are mostly alive at once.
    private var heads = OwnedTable<LiveHead>(capacity: headCount)

    private static var headCount: Int { 16 }
    /// The version with positions.
    private var full = Version(includesPositions: true)
    /// Does not.
    private var bare = Version(includesPositions: false)

    init() {
        for _ in 0..<Self.headCount { heads.append(LiveHead()) }
    }

    /// Forgets the last event.
    @inline(__always)
    mutating func removeAll() {
        full.removeAll()
        bare.removeAll()
    }

    /// Forgets what the lines of a gesture have in common: the zones that they name have changed.
    mutating func forgetHeads() {
        for index in 0..<heads.count { heads[index].forget() }
    }

    /// Makes the body of the line of `event`, which is the same until `removeAll()`.
    ///
    /// Returns whether there is one: not for a zone that is gone. Clients that knew of its gestures were
    /// sent their ends.
    @inline(__always)
    mutating func encode(
        _ event: GestureEvent, _ parts: ContiguousArray<GesturePart>,
        with encoder: borrowing GestureLineEncoder, includesPositions: Bool
    ) -> Bool {
        let index = Int(truncatingIfNeeded: event.id) & (Self.headCount - 1)
        return includesPositions
            ? full.encode(event, parts, with: encoder, &heads[index])
            : bare.encode(event, parts, with: encoder, &heads[index])
    }

    /// Calls `body` with what `encode` made.
    @inline(__always)
    func withBody(includesPositions: Bool, _ body: (UnsafeRawBufferPointer) -> Void) {
        if includesPositions {
            full.line.withUnsafeBytes(body)
        } else {
            bare.line.withUnsafeBytes(body)
        }
    }
}
