import Testing

@testable import LinuxIO

/// Numbers for people.
struct FixedDecimalTests {
    @Test(arguments: [
        (1.25, 1, 0, "1.3"), (-0.04, 1, 0, "0.0"), (-1.06, 1, 6, "  -1.1"), (12.0, 0, 0, "12"),
        (0.995, 2, 0, "1.00"), (.nan, 1, 3, "  ?"), (.infinity, 0, 0, "?"), (1e300, 2, 0, "?"),
    ])
    func `decimals have the places asked for`(
        value: Double, places: Int, width: Int, text: String
    ) {
        #expect(fixedDecimal(value, places: places, width: width) == text)
    }
}
