import Testing
import TouchTestSupport

@testable import GestureWire

@Suite struct NumberTests {
    @Test(arguments: [
        (0, "0"), (7, "7"), (10, "10"), (99, "99"), (100, "100"), (-1, "-1"), (-1_000, "-1000"),
        (Int.max, "9223372036854775807"), (Int.min, "-9223372036854775808"),
    ])
    func `writes integers`(value: Int, expected: String) {
        #expect(text { $0.append(integer: value) } == expected)
    }

    @Test func `writes the maximum unsigned integer`() {
        #expect(text { $0.append(integer: UInt64.max) } == "18446744073709551615")
    }

    @Test(arguments: [
        (0, "0"), (-0.0, "0"), (1, "1"), (100, "100"), (0.1, "0.1"), (0.01, "0.01"),
        (1.05, "1.05"), (-12.5, "-12.5"), (412, "412"), (12.3449, "12.34"), (99.999, "100"),
        (-0.004, "0"), (-0.006, "-0.01"), (1e15, "1000000000000000"),
    ])
    func `drops zeros at the end of two places`(value: Double, expected: String) {
        #expect(text { $0.append(decimal: value, places: .two) } == expected)
    }

    @Test(arguments: [
        (0.125, "0.13"), (-0.125, "-0.13"), (0.375, "0.38"), (2.5, "2.5"), (0.005, "0.01"),
        (-0.005, "-0.01"), (0.004_999_999_999, "0"), (1.115, "1.12"), (1.005, "1"),
        (8.345, "8.35"), (0.004_999_999_999_999_999, "0"),
    ])
    func `rounds to the nearest, ties away from zero`(value: Double, expected: String) {
        #expect(text { $0.append(decimal: value, places: .two) } == expected)
    }

    @Test(arguments: [
        (DecimalPlaces.two, "0.12"), (.four, "0.1235"), (.five, "0.12346"),
    ])
    func `writes the given number of places`(places: DecimalPlaces, expected: String) {
        #expect(text { $0.append(decimal: 0.123_456_789, places: places) } == expected)
    }

    @Test(arguments: [
        (Double.nan, "0"), (.infinity, "92233720368547758.07"),
        (-.infinity, "-92233720368547758.07"), (1e300, "92233720368547758.07"),
        (-1e17, "-92233720368547758.07"), (.leastNonzeroMagnitude, "0"),
    ])
    func `stays within the range of JSON`(value: Double, expected: String) {
        #expect(text { $0.append(decimal: value, places: .two) } == expected)
    }

    @Test func `writes integers of any length`() {
        var power: UInt64 = 1
        for _ in 0..<20 {
            for value in [power &- 1, power, power &+ 1, power &* 9, power / 7] {
                #expect(text { $0.append(integer: value) } == "\(value)")
            }
            power &*= 10
        }
    }

    @Test(arguments: [
        (999_999.98, "999999.98"), (999_999.984, "999999.98"), (999_999.99, "999999.99"),
        (1_000_000, "1000000"), (1_000_000.01, "1000000.01"), (1_000_000.1, "1000000.1"),
        (-1_000_000.5, "-1000000.5"), (123_456_789.01, "123456789.01"),
    ])
    func `rounds long numbers like short ones`(value: Double, expected: String) {
        #expect(text { $0.append(decimal: value, places: .two) } == expected)
    }

    @Test(arguments: DecimalPlaces.allCases)
    func `the text is the exact decimal rounding, except for products that round to a half`(
        places: DecimalPlaces
    ) throws {
        var random = RandomDoubles(seed: 0x5EED)
        for _ in 0..<5_000 {
            let value = random.next()
            let exact = ExactDecimal(value, places: places)
            let written = text { $0.append(decimal: value, places: places) }
            let units = try #require(exact.units(in: written), "\(written)")
            #expect(units == exact.rounded || exact.isRoundedUp(units), "\(value): \(written)")
        }
    }
}

extension NumberTests {
    /// Units of the last place as text, from the digits of an integer.
    private func decimal(_ units: Int, _ places: DecimalPlaces) -> String {
        let digits = String(units)
        let padded = String(repeating: "0", count: max(0, places.count + 1 - digits.count)) + digits
        var fraction = padded.suffix(places.count)
        while fraction.last == "0" { fraction.removeLast() }
        return padded.dropLast(places.count) + (fraction.isEmpty ? "" : "." + fraction)
    }

    @Test(arguments: DecimalPlaces.allCases)
    func `every unit up to ten thousand, and each power of ten, is written`(places: DecimalPlaces) {
        let powers = (1...8).flatMap { exponent in
            let power = (0..<exponent).reduce(1) { power, _ in power * 10 }
            return [power - 1, power, power + 1]
        }
        for units in Array(0...10_000) + powers {
            let value = Double(units) / places.scale
            let expected = decimal(units, places)
            #expect(text { $0.append(decimal: value, places: places) } == expected)
            let negative = units == 0 ? expected : "-" + expected
            #expect(text { $0.append(decimal: -value, places: places) } == negative)
        }
    }
}

/// A number rounded to a given number of decimal places, computed in integers from the bits of the
/// `Double`.
struct ExactDecimal {
    private let value: Double
    private let scale: UInt128
    private let places: Int
    /// Units of the last place, without sign: nearest, ties away from zero.
    let rounded: UInt128

    /// The value must be finite, and below 2^63 in units of the last place.
    init(_ value: Double, places: DecimalPlaces) {
        self.value = value
        self.places = places.count
        scale = (0..<places.count).reduce(1) { power, _ in power * 10 }
        let exponent = value == 0 ? 0 : Int(value.exponent) - 52
        let significand = UInt128(
            value.magnitude / Double(sign: .plus, exponent: exponent, significand: 1))
        let product = significand * scale
        if exponent >= 0 {
            rounded = product << exponent
        } else {
            // 53 bits times 17: a value shifted by more than 71 is below a half.
            let shift = min(-exponent, 100)
            rounded = (product + (1 << (shift - 1))) >> shift
        }
    }

    /// The units of the last place of a number in JSON's shortest form; `nil` if it has another
    /// form, or the wrong sign.
    func units(in text: String) -> UInt128? {
        guard let parts = text.wholeMatch(of: /(-?)(0|[1-9]\d*)(?:\.(\d*[1-9]))?/) else {
            return nil
        }
        let fraction = parts.output.3 ?? ""
        guard fraction.count <= places else { return nil }
        let zeros = String(repeating: "0", count: places - fraction.count)
        let digits = "\(parts.output.2)\(fraction)\(zeros)"
        guard let units = UInt128(digits) else { return nil }
        let isNegative = !parts.output.1.isEmpty
        return isNegative == (value < 0 && units > 0) ? units : nil
    }

    /// Whether the `Double` product is a half more than a whole number, and `units` the next one.
    func isRoundedUp(_ units: UInt128) -> Bool {
        let product = value.magnitude * Double(scale)
        return product == product.rounded(.down) + 0.5 && Double(units) == product.rounded(.up)
    }
}

/// Doubles that are hard to round: halves of the last place and their neighbours, and random ones.
struct RandomDoubles {
    private var generator: SeededGenerator

    init(seed: UInt64) {
        generator = SeededGenerator(seed: seed)
    }

    /// Finite, and below 2^40.
    mutating func next() -> Double {
        let sign: Double = generator.next() & 1 == 0 ? 1 : -1
        switch generator.next() % 4 {
        case 0: return sign * Double(generator.next() % 2_000_000) / 2_000
        case 1: return sign * (Double(generator.next() % 2_000_000) / 200_000).nextUp
        case 2: return sign * (Double(generator.next() % 20_000_000) / 20_000).nextDown
        default:
            let exponent = Int(generator.next() % 100) - 60
            let significand = 1 + Double(generator.next() >> 12) * 0x1p-52
            return sign * Double(sign: .plus, exponent: exponent, significand: significand)
        }
    }
}
