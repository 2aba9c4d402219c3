/// The eight decimal digits of a number, made and written all at once.
///
/// One digit a byte, as they lie in memory: the most significant one in the lowest byte. What a loop
/// does for each digit, a few operations on the whole word do for all of them.
struct EightDigits {
    /// What is one more than the greatest number.
    static let limit: UInt64 = 100_000_000

    /// 0 to 9 in each byte.
    private let digits: UInt64

    /// Digits that are made already, one a byte.
    @inline(__always)
    init(digits: UInt64) {
        self.digits = digits
    }

    /// The digits of `value`, which is below `limit`.
    @inline(__always)
    init(_ value: UInt64) {
        // In each half of the word four digits, then in each quarter two, then in each byte one. A
        // multiplication and a shift divide: exact for 0…9999 by 100, and for 0…99 by 10.
        let halves = value / 10_000 | (value % 10_000) << 32
        let hundreds = (halves &* 10_486) &>> 20 & 0x0000_007f_0000_007f
        let quarters = hundreds | (halves &- hundreds &* 100) &<< 16
        let tens = (quarters &* 103) &>> 10 & 0x000f_000f_000f_000f
        digits = tens | (quarters &- tens &* 10) &<< 8
    }

    /// Writes all eight.
    @inline(__always)
    func write(to start: UnsafeMutablePointer<UInt8>) -> UnsafeMutablePointer<UInt8> {
        Self.store(text, to: start)
        return start + 8
    }

    /// Writes the number without leading zeros; writes to 8 bytes, of which the caller has room.
    @inline(__always)
    func writeTrimmed(to start: UnsafeMutablePointer<UInt8>) -> UnsafeMutablePointer<UInt8> {
        let leading = leadingZeros(before: 7)
        Self.store(text &>> UInt64(8 &* leading), to: start)
        return start + (8 &- leading)
    }

    /// Writes the number of units of the last of `places` decimal places: without zeros that say
    /// nothing. Writes to 17 bytes, of which the caller has room.
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

    /// As in ASCII.
    @inline(__always)
    private var text: UInt64 { digits | 0x3030_3030_3030_3030 }

    /// How many digits are zeros before the first other one, or before the one at `last`.
    @inline(__always)
    private func leadingZeros(before last: Int) -> Int {
        (digits | 1 &<< UInt64(8 &* last)).trailingZeroBitCount &>> 3
    }

    @inline(__always)
    private static func store(_ bytes: UInt64, to start: UnsafeMutablePointer<UInt8>) {
        UnsafeMutableRawPointer(start).storeBytes(of: bytes.littleEndian, as: UInt64.self)
    }
}
