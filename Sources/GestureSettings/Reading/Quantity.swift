import YAMLDocument

/// A number with its unit, as people write it.
struct Quantity {
    /// Finite, unless the text exceeds the range of `Double`.
    var number: Double
    /// Empty if no unit is written.
    var unit: Substring

    /// Reads `12mm`, `-0.5`, `1e3`; `nil` if the text does not begin with a number, as in `.nan` or
    /// `0x10`.
    init?(_ text: String) {
        var text = text
        let read = text.withUTF8 { NumberText($0) }
        guard let read else { return nil }
        let end = text.utf8.index(text.startIndex, offsetBy: read.length)
        // Where digits or exponent are too long for exact arithmetic, the standard library reads them.
        guard let number = read.value ?? Double(text[..<end]) else { return nil }
        self.number = number
        unit = text[end...].drop { $0 == " " }
    }

    /// A percentage as a fraction; `nil` if `node` is not one.
    static func share(_ node: YAMLNode) -> Double? {
        guard let quantity = node.scalar.flatMap({ Quantity($0.text) }), quantity.unit == "%"
        else { return nil }
        return quantity.number / 100
    }

    /// The number of a length in mm, for a field whose name has the unit, as `size_mm`; `nil` if
    /// `node` is no such length, or the name has no unit.
    static func millimetres(_ node: YAMLNode, of field: String) -> Double? {
        guard field.hasSuffix("_mm"), let quantity = node.scalar.flatMap({ Quantity($0.text) }),
            quantity.unit == "mm"
        else { return nil }
        return quantity.number
    }

    /// The ends of a range in one text, as `1-3`, `1..3` or `1 to 3`; `nil` if `node` is not one.
    static func ends(_ node: YAMLNode) -> (Int, Int)? {
        guard let text = node.scalar?.text else { return nil }
        let isDigit = { (character: Character) in "0"..."9" ~= character }
        let first = text.prefix(while: isDigit)
        let last = text.reversed().prefix(while: isDigit).reversed()
        let between = text.dropFirst(first.count).dropLast(last.count)
        guard ["-", "–", "..", "...", "to"].contains(String(between.filter { $0 != " " })),
            let first = Int(first), let last = Int(String(last)), first < last
        else { return nil }
        return (first, last)
    }
}

/// A number at the start of a text: a sign, digits with at most one point, and an exponent.
private struct NumberText {
    /// Its length in bytes.
    private(set) var length = 0
    /// Its value; `nil` if it has more digits than a `Double` has, or an exponent.
    private(set) var value: Double?

    /// `nil` if the text does not begin with a number.
    init?(_ bytes: UnsafeBufferPointer<UInt8>) {
        let isNegative = bytes.first == UInt8(ascii: "-")
        if isNegative || bytes.first == UInt8(ascii: "+") { length = 1 }
        var (digits, scale) = (UInt64(0), 1.0)
        var count = readDigits(of: bytes, from: length) { digits = digits &* 10 &+ $0 }
        length += count
        if length < bytes.count, bytes[length] == UInt8(ascii: ".") {
            let fraction = readDigits(of: bytes, from: length + 1) {
                digits = digits &* 10 &+ $0
                scale *= 10
            }
            if fraction > 0 { length += 1 + fraction }
            count += fraction
        }
        guard count > 0 else { return nil }
        let exponent = exponentLength(bytes, at: length)
        length += exponent
        // Both numbers are exact up to 15 digits, so the quotient is the nearest `Double`.
        if count <= 15, exponent == 0 { value = (isNegative ? -1 : 1) * (Double(digits) / scale) }
    }

    /// Calls `body` with the value of each digit from `start` on; returns their number.
    private func readDigits(
        of bytes: UnsafeBufferPointer<UInt8>, from start: Int, _ body: (UInt64) -> Void
    ) -> Int {
        var index = start
        while index < bytes.count, UInt8(ascii: "0")...UInt8(ascii: "9") ~= bytes[index] {
            body(UInt64(bytes[index] & 0xF))
            index += 1
        }
        return index - start
    }

    /// The length of an exponent such as `e3` or `E-3` at `start`; 0 if there is none.
    private func exponentLength(_ bytes: UnsafeBufferPointer<UInt8>, at start: Int) -> Int {
        guard start < bytes.count, bytes[start] | 0x20 == UInt8(ascii: "e") else { return 0 }
        var end = start + 1
        if end < bytes.count, bytes[end] == UInt8(ascii: "-") || bytes[end] == UInt8(ascii: "+") {
            end += 1
        }
        let digits = readDigits(of: bytes, from: end) { _ in }
        return digits == 0 ? 0 : end + digits - start
    }
}

/// A kind of quantity that requires a unit, as a number alone would be ambiguous.
enum Measure {
    case length, time, speed, angle

    /// The name with its article, for a sentence.
    var noun: String {
        switch self {
        case .length: "a length"
        case .time: "a time"
        case .speed: "a speed"
        case .angle: "an angle"
        }
    }

    /// The accepted units, and the value of each in the first of them.
    var units: [(name: String, factor: Double)] {
        switch self {
        case .length: [("mm", 1)]
        case .time: [("ms", 1), ("s", 1_000), ("min", 60_000), ("h", 3_600_000)]
        case .speed: [("mm/s", 1)]
        case .angle: [("deg", 1)]
        }
    }

    /// Common units that are not accepted, and the value of each in the first accepted one.
    private var otherUnits: [(name: String, factor: Double)] {
        switch self {
        case .length: [("cm", 10), ("m", 1_000), ("um", 0.001), ("in", 25.4), ("inch", 25.4)]
        case .time:
            [
                ("m", 60_000), ("us", 0.001), ("sec", 1_000), ("msec", 1), ("hours", 3_600_000),
                ("hour", 3_600_000), ("minutes", 60_000), ("minute", 60_000),
            ]
        case .speed: [("mm", 1), ("cm/s", 10), ("m/s", 1_000), ("mm/ms", 1_000)]
        case .angle: [("rad", 180 / Double.pi), ("degrees", 1), ("°", 1)]
        }
    }

    /// The advice for a value with a unit that is not accepted; `nil` if the unit is unknown.
    func advice(for quantity: Quantity) -> String? {
        guard let unit = otherUnits.first(where: { $0.name == quantity.unit }) else { return nil }
        // At most three decimal places are accepted, so no more are shown.
        let value = (quantity.number * unit.factor * 1_000).rounded() / 1_000
        return value.isFinite && value != 0 ? "Write \(text(value))" : nil
    }

    /// The accepted units, as text: `A time takes ms, s, min or h: 12ms, 12s, 12min, 12h`.
    ///
    /// - Parameter number: the number in the examples.
    func advice(_ number: Double = 12) -> String {
        let noun = noun.prefix(1).uppercased() + noun.dropFirst()
        let all = units.map(\.name)
        let names = (all.dropLast(2) + [all.suffix(2).joined(separator: " or ")])
            .joined(separator: ", ")
        let examples = units.map { Self.text(number) + $0.name }.joined(separator: ", ")
        return "\(noun) takes \(names): \(examples)"
    }

    /// `value`, which is in the first unit, as text: whole seconds in s, other times in ms.
    func text(_ value: Double) -> String {
        // Times in min and h would be hard to compare.
        let largest = units.prefix(2).last {
            value != 0 && value.truncatingRemainder(dividingBy: $0.factor) == 0
        }
        let unit = largest ?? units[0]
        return Self.text(value / unit.factor) + unit.name
    }

    /// A number, without its fraction if that is zero.
    static func text(_ number: Double) -> String {
        let text = "\(number)"
        return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }
}

/// Reads times in the format of a configuration, for options of commands.
package enum WrittenTime {
    /// The microseconds of `1.2s`, `300ms`, `2min` or `1h`; `nil` if the text is not such a time,
    /// or it is negative.
    package static func microseconds(_ text: String) -> Int64? {
        guard let quantity = Quantity(text),
            let unit = Measure.time.units.first(where: { $0.name == quantity.unit })
        else { return nil }
        let us = (quantity.number * unit.factor * 1_000).rounded()
        return us >= 0 && us < 0x1p62 ? Int64(us) : nil
    }
}
