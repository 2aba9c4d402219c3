/// What a number counts. Numbers are kept in mm, s, degrees, Hz and shares.
enum Dimension: Sendable, Equatable {
    case length, time, speed, angle, rate, share, number

    /// The units that a line can have: the quantity of each, and its size.
    static let units: [String: (dimension: Dimension, factor: Double)] = [
        "mm": (.length, 1), "cm": (.length, 10), "mm/s": (.speed, 1),
        "ms": (.time, 0.001), "millisecond": (.time, 0.001), "milliseconds": (.time, 0.001),
        "s": (.time, 1), "second": (.time, 1), "seconds": (.time, 1),
        "°": (.angle, 1), "degree": (.angle, 1), "degrees": (.angle, 1), "deg": (.angle, 1),
        "hz": (.rate, 1), "%": (.share, 0.01), "percent": (.share, 0.01), "x": (.share, 1),
    ]

    /// The values that a figure can have. For messages: their unit, the number of these units in one of
    /// the stored unit, and an example.
    var facts: (limits: ClosedRange<Double>, unit: String, factor: Double, example: String) {
        switch self {
        case .length: (-3_000...3_000, " mm", 1, "3 mm or 2..4 mm")
        case .time: (0...60, " s", 1, "80 ms or 40..110 ms")
        case .speed: (0...10_000, " mm/s", 1, "300 mm/s")
        case .angle: (-360...360, " degrees", 1, "5 degrees")
        case .rate: (0...500, " Hz", 1, "30 Hz")
        case .share: (-10...10, " %", 100, "10 %")
        case .number: (0...1_000, "", 1, "2")
        }
    }
}

/// A number, or the range that it is drawn from: `90`, `40..110`.
enum Numbers {
    /// A number; `nil` for exponents, hexadecimal numbers, and beyond 100 000.
    static func number(_ text: some StringProtocol) -> Double? {
        guard text.allSatisfy({ $0.isASCII && ($0.isNumber || $0 == "." || $0 == "-") }) else {
            return nil
        }
        return Double(String(text)).flatMap { abs($0) <= 100_000 ? $0 : nil }
    }

    /// The range at the start of a text, and the unit after it; `nil` if there is no number, or the
    /// second is less than the first.
    static func range(_ text: String) -> (range: ClosedRange<Double>, unit: String)? {
        let digits = text.prefix { $0.isNumber || $0 == "." || $0 == "-" }
        let unit = String(text.dropFirst(digits.count))
        guard let dots = digits.firstRange(of: "..") else {
            return number(digits).map { ($0...$0, unit) }
        }
        let last = digits[dots.upperBound...]
        // "0...80" is not 0 to 0.80.
        guard last.first != ".", let low = number(digits[..<dots.lowerBound]),
            let high = number(last), low <= high
        else { return nil }
        return (low...high, unit)
    }
}
