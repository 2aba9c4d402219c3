import Testing

@testable import TouchCore

/// The count of steps in values.
struct StepRuleTests {
    /// The counts after each of these values.
    private func counts(_ rule: StepRule?, _ values: [Double]) throws -> [Int] {
        let rule = try #require(rule)
        var count = 0
        return values.map {
            count = rule.count(of: $0, after: count)
            return count
        }
    }

    @Test func `each boundary counts once, in both directions`() throws {
        let values = [0, 7.99, 8, 15.9, 16, 40, 24, 8, 0, -7.9, -8, -16, -40, 0.0]
        #expect(
            try counts(StepRule(difference: 8), values)
                == [0, 0, 1, 1, 2, 5, 3, 1, 0, 0, -1, -2, -5, 0])
    }

    @Test func `a finger that trembles on a boundary counts once`() throws {
        let rule = StepRule(difference: 10)
        #expect(try counts(rule, [10, 9.5, 10.5, 9.01, 10]) == [1, 1, 1, 1, 1])
        #expect(try counts(rule, [10, 8.99, 9.5, 10]) == [1, 0, 0, 1])
        #expect(try counts(rule, [-10, -9.01, -8.99, -10]) == [-1, -1, 0, -1])
        #expect(try counts(rule, [30, 28, 19.5, 18]) == [3, 2, 2, 1])
    }

    @Test func `a ratio counts its powers`() throws {
        let rule = StepRule(ratio: 1.2)
        #expect(
            try counts(rule, [1, 1.19, 1.2, 1.44, 1.728, 1.2, 1, 1 / 1.2, 1 / 1.44, 0.9, 1])
                == [0, 0, 1, 2, 3, 1, 0, -1, -2, 0, 0])
    }

    @Test func `a leap counts all steps that it passes`() throws {
        #expect(try counts(StepRule(difference: 15), [720, -720]) == [48, -48])
    }

    @Test(arguments: [Double.nan, .infinity, -.infinity, 1e300])
    func `an invalid difference changes nothing, and an invalid ratio is not a step`(value: Double)
        throws
    {
        #expect(try counts(StepRule(difference: 8), [17, value]) == [2, 2])
        #expect(try counts(StepRule(ratio: 2), [4.5, 0, -1]) == [2, 0, 0])
    }

    @Test func `without a valid step nothing is counted`() {
        #expect(StepRule(difference: nil) == nil)
        #expect(StepRule(difference: 0) == nil)
        #expect(StepRule(difference: -8) == nil)
        #expect(StepRule(ratio: 1) == nil)
        #expect(StepRule(ratio: 0.5) == nil)
    }

    @Test func `a drag of any axis is counted along the axis that first reaches a step`() throws {
        let rule = try #require(StepRule(difference: 8))
        var state = StepState()
        for (x, y, count) in [(3.0, -5.0, 0), (3, -8, -1), (80, -16, -2), (80, 9, 1), (80, 0, 0)] {
            rule.count(Point(x: x, y: y), along: .any, &state)
            #expect(state.count == count)
        }
        state = StepState()
        rule.count(Point(x: 1, y: 100), along: .horizontal, &state)
        #expect(state.count == 0)
    }
}
