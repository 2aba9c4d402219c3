import TouchTestSupport

extension SeededGenerator {
    /// Any number, the ends of the range more often than chance would have them.
    mutating func number<Integer: FixedWidthInteger>(in range: ClosedRange<Integer>) -> Integer {
        switch UInt8.random(in: 0..<8, using: &self) {
        case 0: range.lowerBound
        case 1: range.upperBound
        default: .random(in: range, using: &self)
        }
    }
}
