/// Eight decimal digits and a sign, in one word: no digit takes the highest bit of its byte.
struct SignedDigits {
    /// Set where the number is below zero, or a zero that came from there.
    static let signBit: UInt64 = 1 << 63

    private let word: UInt64

    /// Digits as `EightDigits` has them, and the sign.
    @inline(__always)
    init(word: UInt64) {
        self.word = word
    }

    /// Writes the number of units of the last of `places` decimal places, as `EightDigits` does; the
    /// caller has room for 18 bytes.
    @inline(__always)
    func writeDecimal(
        places: Int, to start: UnsafeMutablePointer<UInt8>
    ) -> UnsafeMutablePointer<UInt8> {
        let magnitude = word & ~Self.signBit
        let isNegative = word > Self.signBit
        return EightDigits(digits: magnitude).writeDecimal(
            places: places, to: Digits.writeSign(isNegative, to: start))
    }
}
