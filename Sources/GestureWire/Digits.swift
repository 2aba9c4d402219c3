/// Decimal digits, written straight to memory, two at a time.
///
/// Each function returns the place behind the last byte that it wrote. The caller answers for
/// `longest` bytes of room, which no function exceeds.
enum Digits {
    /// Bytes of the longest number: the greatest `UInt64`, a sign, a point and five digits.
    static let longest = 27

    /// Writes an integer, without leading zeros.
    @inline(__always)
    static func write(
        _ value: UInt64, to start: UnsafeMutablePointer<UInt8>
    ) -> UnsafeMutablePointer<UInt8> {
        guard value >= 10 else {
            start[0] = digit(value)
            return start + 1
        }
        return writeSeveral(value, to: start)
    }

    /// Writes a point and two digits, as far as they are not zeros at the end.
    ///
    /// - Parameter fraction: hundredths, below 100.
    @inline(__always)
    static func write(
        hundredths fraction: UInt64, to start: UnsafeMutablePointer<UInt8>
    ) -> UnsafeMutablePointer<UInt8> {
        guard fraction != 0 else { return start }
        start[0] = UInt8(ascii: ".")
        return writeTrimmed(fraction, to: start + 1)
    }

    /// Writes a point and four digits, as far as they are not zeros at the end.
    ///
    /// - Parameter fraction: ten-thousandths, below 10 000.
    @inline(__always)
    static func write(
        tenThousandths fraction: UInt64, to start: UnsafeMutablePointer<UInt8>
    ) -> UnsafeMutablePointer<UInt8> {
        let (high, low) = fraction.quotientAndRemainder(dividingBy: 100)
        guard low != 0 else { return write(hundredths: high, to: start) }
        start[0] = UInt8(ascii: ".")
        writePair(high, to: start + 1)
        return writeTrimmed(low, to: start + 3)
    }

    /// Writes a point and five digits, as far as they are not zeros at the end.
    ///
    /// - Parameter fraction: hundred-thousandths, below 100 000.
    @inline(__always)
    static func write(
        hundredThousandths fraction: UInt64, to start: UnsafeMutablePointer<UInt8>
    ) -> UnsafeMutablePointer<UInt8> {
        let (high, last) = fraction.quotientAndRemainder(dividingBy: 10)
        guard last != 0 else { return write(tenThousandths: high, to: start) }
        start[0] = UInt8(ascii: ".")
        writePair(high / 100, to: start + 1)
        writePair(high % 100, to: start + 3)
        start[5] = digit(last)
        return start + 6
    }

    /// Two digits and more.
    private static func writeSeveral(
        _ value: UInt64, to start: UnsafeMutablePointer<UInt8>
    ) -> UnsafeMutablePointer<UInt8> {
        // Most numbers of a line end here: millimetres, and what they are a second.
        if value < 100 {
            writePair(value, to: start)
            return start + 2
        }
        if value < 1_000 {
            start[0] = digit(value / 100)
            writePair(value % 100, to: start + 1)
            return start + 3
        }
        return writeMany(value, to: start)
    }

    /// Four digits and more.
    private static func writeMany(
        _ value: UInt64, to start: UnsafeMutablePointer<UInt8>
    ) -> UnsafeMutablePointer<UInt8> {
        let end = start + count(value)
        var place = end
        var rest = value
        while rest >= 10_000 {
            let (quotient, four) = rest.quotientAndRemainder(dividingBy: 10_000)
            place -= 4
            writePair(four / 100, to: place)
            writePair(four % 100, to: place + 2)
            rest = quotient
        }
        if rest >= 100 {
            place -= 2
            writePair(rest % 100, to: place)
            rest /= 100
        }
        if rest >= 10 {
            writePair(rest, to: start)
        } else {
            start[0] = digit(rest)
        }
        return end
    }

    /// How many digits an integer has.
    @inline(__always)
    private static func count(_ value: UInt64) -> Int {
        var rest = value
        var count = 0
        while rest >= 10_000 {
            rest /= 10_000
            count &+= 4
        }
        if rest >= 100 { return count &+ (rest >= 1_000 ? 4 : 3) }
        return count &+ (rest >= 10 ? 2 : 1)
    }

    /// One or two digits of a value below 100 and above 0; the second where it is no zero.
    @inline(__always)
    private static func writeTrimmed(
        _ value: UInt64, to start: UnsafeMutablePointer<UInt8>
    ) -> UnsafeMutablePointer<UInt8> {
        writePair(value, to: start)
        return start + (start[1] == UInt8(ascii: "0") ? 1 : 2)
    }

    /// Both digits of a value below 100.
    @inline(__always)
    private static func writePair(_ value: UInt64, to start: UnsafeMutablePointer<UInt8>) {
        // Below 200 bytes of the literal, as the value is below 100.
        let pair = UnsafeRawPointer(pairs.utf8Start + Int(truncatingIfNeeded: value &* 2))
        UnsafeMutableRawPointer(start).storeBytes(
            of: pair.loadUnaligned(as: UInt16.self), as: UInt16.self)
    }

    /// The digits of 0 to 99, two bytes each.
    @inline(__always)
    private static var pairs: StaticString {
        """
        00010203040506070809101112131415161718192021222324252627282930313233343536373839\
        40414243444546474849505152535455565758596061626364656667686970717273747576777879\
        8081828384858687888990919293949596979899
        """
    }

    @inline(__always)
    private static func digit(_ value: UInt64) -> UInt8 {
        UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: value)
    }
}
