/// Decimal digits, written straight to memory.
///
/// Each function returns a pointer past the last byte of the number. The caller guarantees `room`
/// bytes; no function writes beyond them.
enum Digits {
    /// Bytes that a number may need: the greatest `UInt64`, a sign, a point, and bytes written past
    /// the end that the next write replaces.
    static let room = 40
    /// Bytes of the longest integer: `Int64.min` or the greatest `UInt64`.
    static let widestInteger = 20
    /// Bytes of the longest decimal number: nineteen digits, a sign and a point.
    static let widestDecimal = 21

    /// Writes an integer, without leading zeros.
    @inline(__always)
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
        // The zero before the point is overwritten by the last digit of the integer part.
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
    @inline(__always)
    private static func writeUpper(
        _ value: UInt64, to start: UnsafeMutablePointer<UInt8>
    ) -> UnsafeMutablePointer<UInt8> {
        let (high, low) = value.quotientAndRemainder(dividingBy: EightDigits.limit)
        guard high != 0 else { return EightDigits(low).writeTrimmed(to: start) }
        return EightDigits(low).write(to: EightDigits(high).writeTrimmed(to: start))
    }
}
