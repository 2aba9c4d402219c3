/// Eight decimal digits and a sign in one word: no digit uses the highest bit of its byte.
struct SignedDigits {
    /// Set for negative numbers, and for zeros that were negative before rounding.
    static let signBit: UInt64 = 1 << 63

    private let word: UInt64

    /// From digits as in `EightDigits` and the sign bit.
    @inline(__always)
    init(word: UInt64) {
        self.word = word
    }

    /// Writes a number of units of the last of `places` decimal places, as `EightDigits` does; the
    /// caller must have room for 18 bytes.
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
