import GestureWire

/// The heads of gestures' lines, one after the other: the digits of each follow from those of the last.
struct GestureHeads {
    /// Bytes of a head before its digits.
    private static let typeBytes = 24
    /// The numbers whose digits fit into a word.
    private static let limit: UInt64 = 100_000_000

    /// What the next line is numbered.
    private(set) var nextSeq: UInt64 = 1
    /// Its digits as text, the last one in the highest byte; of no meaning from `limit` on.
    private var digits: UInt64 = 0
    /// How many those are.
    private var digitCount = 1
    /// The bytes before the digits.
    private var type = InlineArray<3, UInt64>(repeating: 0)

    init() {
        var room = InlineArray<16, UInt64>(repeating: 0)
        var span = room.mutableSpan
        let count = span.withUnsafeMutableBytes { bytes in
            bytes.baseAddress.map { LineType.gesture.writeHead(seq: 0, to: $0) } ?? 0
        }
        precondition(count == Self.typeBytes + 1, "the head of a gesture's line has changed")
        for word in type.indices { type[word] = room[word] }
        restart(at: 1)
    }

    /// Has the next line be numbered `seq`.
    mutating func restart(at seq: UInt64) {
        nextSeq = seq
        guard seq < Self.limit else { return }
        (digits, digitCount) = (0, 0)
        var rest = seq
        repeat {
            digits |= (0x30 &+ rest % 10) &<< UInt64(56 &- 8 &* digitCount)
            rest /= 10
            digitCount &+= 1
        } while rest > 0
    }

    /// Another line took the number.
    @inline(__always)
    mutating func skip() {
        nextSeq &+= 1
        digits &+= 1 &<< 56
        // Beyond 9, or beyond the word.
        if digits &>> 56 > 0x39 || nextSeq >= Self.limit { restart(at: nextSeq) }
    }

    /// Writes the next head to memory with room for `LineType.headRoom` bytes; its length.
    @inline(__always)
    mutating func writeNext(to start: UnsafeMutableRawPointer) -> Int {
        guard nextSeq < Self.limit else { return writeGreat(to: start) }
        for word in type.indices {
            start.storeBytes(of: type[word], toByteOffset: 8 &* word, as: UInt64.self)
        }
        let text = (digits &>> UInt64(64 &- 8 &* digitCount)).littleEndian
        start.storeBytes(of: text, toByteOffset: Self.typeBytes, as: UInt64.self)
        let count = Self.typeBytes &+ digitCount
        skip()
        return count
    }

    @inline(never)
    private mutating func writeGreat(to start: UnsafeMutableRawPointer) -> Int {
        defer { nextSeq &+= 1 }
        return LineType.gesture.writeHead(seq: nextSeq, to: start)
    }
}
