/// A bit mask that comes in pieces, lowest bits first.
struct BitMask {
    private var bytes: [UInt8] = []

    /// Appends the next bytes.
    ///
    /// - Throws: `LineProblem` where the mask grows beyond bit `maximum`.
    mutating func append(_ more: [UInt8], upTo maximum: UInt16) throws(LineProblem) {
        bytes += more
        // Written in words of eight bytes, so the last may reach beyond.
        guard bytes.count <= (Int(maximum) / 64 + 1) * 8 else {
            throw LineProblem(
                expected: "a mask of at most \(maximum / 8 + 1) bytes", foundInstead: "more")
        }
    }

    /// The bits that are set.
    var bits: [UInt16] {
        var bits: [UInt16] = []
        for (index, byte) in bytes.enumerated() {
            for bit in 0..<8 where byte & (1 << bit) != 0 {
                bits.append(UInt16(truncatingIfNeeded: index * 8 + bit))
            }
        }
        return bits
    }
}
