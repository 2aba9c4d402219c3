/// Decimal digits, written straight to memory.
///
/// Each function returns a pointer past the last byte of the number. The caller guarantees `room`
/// bytes; no function writes beyond them.
enum Digits {
    /// Bytes that a number may need: the maximum `UInt64`, a sign, a point, and bytes written past
    /// the end that the next write replaces.
    static let room = 40
    /// Bytes of the longest integer: `Int64.min` or the maximum `UInt64`.
    static let widestInteger = 20
    /// Bytes of the longest decimal number: nineteen digits, a sign and a point.
    static let widestDecimal = 21

    /// Writes an integer, without leading zeros.
    static func write(
        _ value: UInt64, to start: UnsafeMutablePointer<UInt8>
    ) -> UnsafeMutablePointer<UInt8> {
        guard value >= 10 else {
            start[0] = UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: value)
            return start + 1
        }
        return writeSeveral(value, to: start)
    }

    /// Writes a number given in units of the last decimal place, without trailing zeros.
    static func write(
        _ units: UInt64, places: DecimalPlaces, to start: UnsafeMutablePointer<UInt8>
    ) -> UnsafeMutablePointer<UInt8> {
        guard units >= EightDigits.limit else {
            return EightDigits(units).writeDecimal(places: places.count, to: start)
        }
        let (whole, fraction) = units.quotientAndRemainder(dividingBy: places.unitsOfOne)
        let point = write(whole, to: start)
        // The fraction is written with its leading zero over the last digit of the integer part,
        // which is restored afterwards.
        let last = point[-1]
        let end = EightDigits(fraction).writeDecimal(places: places.count, to: point - 1)
        point[-1] = last
        return end
    }

    /// Writes two or more digits.
    private static func writeSeveral(
        _ value: UInt64, to start: UnsafeMutablePointer<UInt8>
    ) -> UnsafeMutablePointer<UInt8> {
        let (high, low) = value.quotientAndRemainder(dividingBy: EightDigits.limit)
        guard high != 0 else { return EightDigits(low).writeTrimmed(to: start) }
        return EightDigits(low).write(to: writeUpper(high, to: start))
    }

    /// Writes the digits above the last eight: up to twelve.
    private static func writeUpper(
        _ value: UInt64, to start: UnsafeMutablePointer<UInt8>
    ) -> UnsafeMutablePointer<UInt8> {
        let (high, low) = value.quotientAndRemainder(dividingBy: EightDigits.limit)
        guard high != 0 else { return EightDigits(low).writeTrimmed(to: start) }
        return EightDigits(low).write(to: EightDigits(high).writeTrimmed(to: start))
    }
}

/// The eight decimal digits of a number, computed and written as one machine word.
///
/// Each byte has one digit, the most significant digit in the lowest byte. A few operations on the
/// machine word replace a loop over digits.
struct EightDigits {
    /// The maximum number plus one.
    static let limit: UInt64 = 100_000_000

    /// A digit, 0 to 9, in each byte.
    private let digits: UInt64

    /// The digits of `value`, which must be below `limit`.
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
    func write(to start: UnsafeMutablePointer<UInt8>) -> UnsafeMutablePointer<UInt8> {
        Self.store(text, to: start)
        return start + 8
    }

    /// Writes the number without leading zeros. May write to 8 bytes, which the caller provides.
    func writeTrimmed(to start: UnsafeMutablePointer<UInt8>) -> UnsafeMutablePointer<UInt8> {
        let leading = leadingZeros(before: 7)
        Self.store(text &>> UInt64(8 &* leading), to: start)
        return start + (8 &- leading)
    }

    /// Writes a number of units of the last of `places` decimal places, without trailing zeros. May
    /// write to 17 bytes, which the caller provides.
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

    /// The digits as ASCII characters.
    private var text: UInt64 { digits | 0x3030_3030_3030_3030 }

    /// The number of leading zeros, up to the digit at `last`.
    private func leadingZeros(before last: Int) -> Int {
        (digits | 1 &<< UInt64(8 &* last)).trailingZeroBitCount &>> 3
    }

    private static func store(_ bytes: UInt64, to start: UnsafeMutablePointer<UInt8>) {
        UnsafeMutableRawPointer(start).storeBytes(of: bytes.littleEndian, as: UInt64.self)
    }
}
