import Testing

@testable import gesturectl

/// Numbers as people read them.
struct NumberTextTests {
    @Test(arguments: [
        (0, "0"), (0.04, "0"), (-0.04, "0"), (0.05, "0.1"), (-0.06, "-0.1"), (12, "12"),
        (12.34, "12.3"), (-12.36, "-12.4"), (1e300, "1e+300"),
    ])
    func `decimals are few, without zeros at the end`(value: Double, text: String) {
        #expect(NumberText.decimal(value) == text)
    }

    @Test(arguments: [
        (-1, "0 µs"), (999, "999 µs"), (86_210, "86 ms"), (1_240_000, "1.2 s"),
        (185_000_000, "3 min 5 s"), (7_800_000_000, "2 h 10 min"), (Int64.max, "106751991 d 4 h"),
    ])
    func `durations have the unit that suits`(us: Int64, text: String) {
        #expect(NumberText.duration(us: us) == text)
    }
}
