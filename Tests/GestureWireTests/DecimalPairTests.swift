import Testing

@testable import GestureWire

/// Two numbers at once against one after the other.
struct DecimalPairTests {
    private func text(_ write: (inout LineWriter) -> Void) -> String {
        var buffer = LineBuffer(capacity: 256)
        buffer.append(writing: 256, write)
        return buffer.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
    }

    private func pair(_ first: Double, _ second: Double, _ places: DecimalPlaces) -> String {
        text { $0.append("a", first, "b", second, places: places) }
    }

    private func single(_ first: Double, _ second: Double, _ places: DecimalPlaces) -> String {
        text { line in
            line.append("a")
            line.append(decimal: first, places: places)
            line.append("b")
            line.append(decimal: second, places: places)
        }
    }

    @Test(arguments: DecimalPlaces.allCases)
    func `two random numbers are written as each alone`(places: DecimalPlaces) {
        var doubles = RandomDoubles(seed: 7)
        for _ in 0..<20_000 {
            let (first, second) = (doubles.next(), doubles.next())
            let (both, each) = (pair(first, second, places), single(first, second, places))
            #expect(both == each)
        }
    }

    @Test(arguments: DecimalPlaces.allCases)
    func `every unit up to ten thousand, and each power of ten, is written`(places: DecimalPlaces) {
        let powers = (1...8).flatMap { exponent in
            let power = (0..<exponent).reduce(1) { power, _ in power * 10 }
            return [power - 1, power, power + 1]
        }
        for units in Array(0...10_000) + powers {
            let value = Double(units) / places.scale
            #expect(pair(value, -value, places) == single(value, -value, places))
        }
    }

    @Test(arguments: [
        0.0, -0.0, .nan, .infinity, -.infinity, 1e300, -1e18, 999_999.98, 999_999.99, 1_000_000,
        -9_999.9999, 0.005, -0.005, 0.125, .leastNonzeroMagnitude,
    ])
    func `a number that is none, or too great, stands beside any other`(odd: Double) {
        for places in DecimalPlaces.allCases {
            #expect(pair(odd, 12.25, places) == single(odd, 12.25, places))
            #expect(pair(-3.5, odd, places) == single(-3.5, odd, places))
        }
    }
}
