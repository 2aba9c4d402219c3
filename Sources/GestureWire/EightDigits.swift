/// The eight decimal digits of a number, computed and written as one word.
///
/// One digit per byte in memory order: the most significant digit in the lowest byte. A few
/// operations on the whole word replace a loop over digits.
struct EightDigits {
    /// The greatest number plus one.
    static let limit: UInt64 = 100_000_000

    /// 0 to 9 in each byte.
    private let digits: UInt64

    /// From digits that are computed already, one per byte.
    @inline(__always)
    init(digits: UInt64) {
        self.digits = digits
    }

    /// The digits of `value`, which must be below `limit`.
    @inline(__always)
    init(_ value: UInt64) {
        // Splits into four digits per half, then two per quarter, then one per byte. Divides by
        // multiply and shift: exact for 0…9999 by 100 and for 0…99 by 10.
        let halves = value / 10_000 | (value % 10_000) << 32
        let hundreds = (halves &* 10_486) &>> 20 & 0x0000_007f_0000_007f
        let quarters = hundreds | (halves &- hundreds &* 100) &<< 16
        let tens = (quarters &* 103) &>> 10 & 0x000f_000f_000f_000f
        digits = tens | (quarters &- tens &* 10) &<< 8
    }

    /// Writes all eight digits.
    @inline(__always)
    func write(to start: UnsafeMutablePointer<UInt8>) -> UnsafeMutablePointer<UInt8> {
        Self.store(text, to: start)
        return start + 8
    }

    /// Writes the number without leading zeros; may write 8 bytes, which the caller must have.
    @inline(__always)
    func writeTrimmed(to start: UnsafeMutablePointer<UInt8>) -> UnsafeMutablePointer<UInt8> {
        let leading = leadingZeros(before: 7)
        Self.store(text &>> UInt64(8 &* leading), to: start)
        return start + (8 &- leading)
    }

    /// Writes a number of units of the last of `places` decimal places, without trailing zeros. May
    /// write 17 bytes, which the caller must have.
    ///
    /// - Parameter places: 1 to 7.
    @inline(__always)
    func writeDecimal(
        places: Int, to start: UnsafeMutablePointer<UInt8>
    ) -> UnsafeMutablePointer<UInt8> {
        let whole = 8 &- places
        let leading = leadingZeros(before: whole &- 1)
        Self.store(text &>> UInt64(8 &* leading), to: start)
        let point = start + (whole &- leading)
        guard digits &>> UInt64(8 &* whole) != 0 else { return point }
        point[0] = UInt8(ascii: ".")
        Self.store(text &>> UInt64(8 &* whole), to: point + 1)
        return point + (1 &+ places &- digits.leadingZeroBitCount &>> 3)
    }

    /// As ASCII characters.
    @inline(__always)
    private var text: UInt64 { digits | 0x3030_3030_3030_3030 }

    /// The number of leading zeros, up to the digit at `last`.
    @inline(__always)
    private func leadingZeros(before last: Int) -> Int {
        (digits | 1 &<< UInt64(8 &* last)).trailingZeroBitCount &>> 3
    }

    @inline(__always)
    private static func store(_ bytes: UInt64, to start: UnsafeMutablePointer<UInt8>) {
        UnsafeMutableRawPointer(start).storeBytes(of: bytes.littleEndian, as: UInt64.self)
    }
}
