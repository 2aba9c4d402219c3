/// Number formats of recordings; `nil` for a syntax error or an overflow.
enum Number {
    /// A decimal number, optionally with a sign and leading zeros (`-001`).
    static func decimal<Integer: FixedWidthInteger>(_ field: ArraySlice<UInt8>?) -> Integer? {
        guard let field, let first = field.first else { return nil }
        let isNegative = first == UInt8(ascii: "-")
        return digits(isNegative ? field.dropFirst() : field, radix: 10, isNegative: isNegative)
    }

    /// A hexadecimal number, with or without `0x`.
    static func hexadecimal<Integer: FixedWidthInteger>(_ field: ArraySlice<UInt8>?) -> Integer? {
        guard let field else { return nil }
        let digits = field.hasPrefix("0x") ? field.dropFirst(2) : field
        return self.digits(digits, radix: 16, isNegative: false)
    }

    /// `SECONDS.FRACTION` in microseconds; the fraction has one to nine digits and is truncated to
    /// six.
    static func timeUs(_ field: ArraySlice<UInt8>?) -> Int64? {
        guard let field, let point = field.firstIndex(of: UInt8(ascii: ".")) else { return nil }
        let fraction = field[(point + 1)...]
        guard (1...9).contains(fraction.count),
            let seconds: Int64 = digits(field[..<point], radix: 10, isNegative: false),
            let parts: Int64 = digits(fraction, radix: 10, isNegative: false)
        else { return nil }
        return timeUs(seconds: seconds, nanoseconds: parts * powersOfTen[9 - fraction.count])
    }

    /// Seconds and nanoseconds in microseconds; `nil` on overflow.
    ///
    /// Neither may be negative.
    static func timeUs(seconds: Int64, nanoseconds: Int64) -> Int64? {
        guard seconds >= 0, (0..<1_000_000_000).contains(nanoseconds) else { return nil }
        let (whole, isTooGreat) = seconds.multipliedReportingOverflow(by: 1_000_000)
        let (sum, overflow) = whole.addingReportingOverflow(nanoseconds / 1000)
        return isTooGreat || overflow ? nil : sum
    }

    private static let powersOfTen: [Int64] = [
        1, 10, 100, 1000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000,
    ]

    private static func digits<Integer: FixedWidthInteger>(
        _ digits: ArraySlice<UInt8>, radix: Integer, isNegative: Bool
    ) -> Integer? {
        guard !digits.isEmpty else { return nil }
        var number: Integer = 0
        for byte in digits {
            guard let value = value(ofDigit: byte), value < radix else { return nil }
            let (product, isTooGreat) = number.multipliedReportingOverflow(by: radix)
            let (sum, overflow) =
                isNegative
                ? product.subtractingReportingOverflow(Integer(value))
                : product.addingReportingOverflow(Integer(value))
            if isTooGreat || overflow { return nil }
            number = sum
        }
        return number
    }

    private static func value(ofDigit byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}
