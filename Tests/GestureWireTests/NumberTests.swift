import GestureWire
import Testing

@Suite struct NumberTests {
    @Test(arguments: [
        (0, "0"), (7, "7"), (10, "10"), (99, "99"), (100, "100"), (-1, "-1"), (-1_000, "-1000"),
        (Int.max, "9223372036854775807"), (Int.min, "-9223372036854775808"),
    ])
    func `writes integers`(value: Int, expected: String) {
        #expect(text { $0.append(integer: value) } == expected)
    }

    @Test func `writes the greatest unsigned integer`() {
        #expect(text { $0.append(integer: UInt64.max) } == "18446744073709551615")
    }

    @Test(arguments: [
        (0, "0"), (-0.0, "0"), (1, "1"), (100, "100"), (0.1, "0.1"), (0.01, "0.01"),
        (1.05, "1.05"), (-12.5, "-12.5"), (412, "412"), (12.3449, "12.34"), (99.999, "100"),
        (-0.004, "0"), (-0.006, "-0.01"), (1e15, "1000000000000000"),
    ])
    func `drops what two places do not need`(value: Double, expected: String) {
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
    func `writes as many places as are asked for`(places: DecimalPlaces, expected: String) {
        #expect(text { $0.append(decimal: 0.123_456_789, places: places) } == expected)
    }

    @Test(arguments: [
        (Double.nan, "0"), (.infinity, "92233720368547758.07"),
        (-.infinity, "-92233720368547758.07"), (1e300, "92233720368547758.07"),
        (-1e17, "-92233720368547758.07"), (.leastNonzeroMagnitude, "0"),
    ])
    func `stays within what JSON can say`(value: Double, expected: String) {
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
    func `is the same where numbers become long`(value: Double, expected: String) {
        #expect(text { $0.append(decimal: value, places: .two) } == expected)
    }

    @Test(arguments: DecimalPlaces.allCases)
    func `is the exact decimal rounding, but for products that come out at a half`(
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
