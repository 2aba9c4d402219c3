import Testing
import TouchTestSupport

@testable import GestureSettings

/// Numbers with units, as people write them.
struct QuantityTests {
    @Test(arguments: [
        ("12mm", "12", "mm"), ("-0.5", "-0.5", ""), ("+3 deg", "3", "deg"), (".5s", "0.5", "s"),
        ("5.", "5", "."), ("-0", "-0", ""), ("1e3ms", "1000", "ms"), ("2e", "2", "e"),
        ("1.5E-3mm/s", "0.0015", "mm/s"), ("7e+", "7", "e+"), ("1.e3", "1", ".e3"),
    ])
    func `a number ends where its unit begins`(text: String, number: String, unit: String) throws {
        let quantity = try #require(Quantity(text))
        #expect(quantity.number.bitPattern == Double(number)?.bitPattern)
        #expect(quantity.unit == unit)
    }

    @Test(arguments: ["", "-", ".", "+.", ".nan", "mm", " 1", "-e3"])
    func `a text that does not begin with a number is not a quantity`(text: String) {
        #expect(Quantity(text) == nil)
    }

    @Test func `each number is the Double nearest to its text`() {
        var random = SeededGenerator(seed: 36)
        for _ in 0..<20_000 {
            let digits = (0..<Int.random(in: 1...20, using: &random)).map { _ in
                Character("\(Int.random(in: 0...9, using: &random))")
            }
            let point = Int.random(in: 0...digits.count, using: &random)
            let text = String(digits[..<point]) + "." + String(digits[point...])
            guard point < digits.count else { continue }
            #expect(Quantity(text)?.number.bitPattern == Double(text)?.bitPattern, "\(text)")
        }
    }
}
