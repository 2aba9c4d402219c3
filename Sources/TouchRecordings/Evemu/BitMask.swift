/// A bit mask that is read in pieces, lowest bits first.
struct BitMask {
    private var bytes: [UInt8] = []

    /// Appends the next bytes.
    ///
    /// - Throws: `LineProblem` if the mask exceeds bit `maximum`.
    mutating func append(_ more: [UInt8], upTo maximum: UInt16) throws(LineProblem) {
        bytes += more
        // The mask is written in words of eight bytes, so that the last may exceed it.
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
