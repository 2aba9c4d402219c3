import Testing
import TouchCore
import TouchTestSupport

/// Properties of the velocity of any movement.
@Suite struct VelocityPropertyTests {
    /// Samples at irregular times on a noisy path in one direction.
    private func movement(_ random: inout SeededGenerator) -> [MotionSample] {
        var time = Int64.random(in: 0...1_000_000, using: &random)
        let heading = random.point(within: 10)
        return (0..<Int.random(in: 3...30, using: &random)).map { step in
            time += Int64.random(in: 2_000...20_000, using: &random)
            let position = heading * Double(step) + random.point(within: 2)
            return (time, position.x, position.y)
        }
    }

    /// A movement that is fast enough, and has enough samples, not to have its velocity limited.
    private func unlimited(_ random: inout SeededGenerator) -> [MotionSample] {
        while true {
            let samples = mapped(movement(&random)) { $0 * 1_000 }
            let newest = samples.last?.time ?? 0
            guard samples.filter({ newest - $0.time <= 100_000 }).count >= 6 else { continue }
            return samples
        }
    }

    private func mapped(_ samples: [MotionSample], _ transform: (Point) -> Point) -> [MotionSample]
    {
        samples.map { sample in
            let point = transform(Point(x: sample.x, y: sample.y))
            return (sample.time, point.x, point.y)
        }
    }

    @Test(arguments: VelocityStrategy.allCases)
    func `does not depend on position or time`(strategy: VelocityStrategy) {
        var random = SeededGenerator(seed: 1)
        for _ in 0..<500 {
            let samples = movement(&random)
            let shift = random.point(within: 500)
            let moved = mapped(samples) { $0 + shift }.map { ($0.time + 77_777, $0.x, $0.y) }
            let velocity = VelocityEstimator(strategy, samples).velocity()
            #expect(VelocityEstimator(strategy, moved).velocity().isNear(velocity))
        }
    }

    @Test func `turns with the movement`() {
        var random = SeededGenerator(seed: 2)
        for _ in 0..<500 {
            let samples = movement(&random)
            let turned = mapped(samples) { $0.turned(sine: 0.6, cosine: 0.8) }
            let velocity = VelocityEstimator(samples).velocity()
            let expected = velocity.turned(sine: 0.6, cosine: 0.8)
            #expect(VelocityEstimator(turned).velocity().isNear(expected))
        }
    }

    @Test(arguments: VelocityStrategy.allCases)
    func `is proportional to the movement`(strategy: VelocityStrategy) {
        var random = SeededGenerator(seed: 3)
        for _ in 0..<500 {
            let samples = unlimited(&random)
            let scaled = mapped(samples) { $0 * 3 }
            let velocity = VelocityEstimator(strategy, samples).velocity()
            #expect(VelocityEstimator(strategy, scaled).velocity().isNear(velocity * 3))
        }
    }

    @Test func `is the slope of the same parabola, fitted by elimination`() {
        var random = SeededGenerator(seed: 4)
        var compared = 0
        for _ in 0..<500 {
            let samples = unlimited(&random)
            let velocity = VelocityEstimator(samples).velocity()
            // Samples that span less than 30 ms are fitted by a line.
            let span = (samples.last?.time ?? 0) - (samples.first?.time ?? 0)
            guard velocity != .zero, span >= 30_000 else { continue }
            compared += 1
            let slope = ReferenceParabola.slopeAtNewest(of: samples)
            #expect(velocity.isNear(slope, within: 1e-5))
        }
        #expect(compared > 300)
    }
}

/// A parabola by least squares, without optimisation: the normal equations, solved by elimination
/// with pivots.
enum ReferenceParabola {
    /// The slope in mm/s at the newest sample, of at most 20 samples within 100 ms before it. They
    /// must have three different timestamps.
    static func slopeAtNewest(of samples: [MotionSample]) -> Point {
        guard let newest = samples.last else { return .zero }
        let recent = samples.suffix(20).filter { newest.time - $0.time <= 100_000 }
        // Tenths of a second, so that powers of the times have similar magnitudes.
        let times = recent.map { Double($0.time - newest.time) / 100_000 }
        let horizontal = linearTerm(times, recent.map { $0.x })
        let vertical = linearTerm(times, recent.map { $0.y })
        return Point(x: horizontal * 10, y: vertical * 10)
    }

    private static func linearTerm(_ times: [Double], _ values: [Double]) -> Double {
        var rows = (0..<3).map { row in
            let powers = (0..<3).map { column in
                times.map { power($0, row + column) }.reduce(0, +)
            }
            return powers + [zip(times, values).map { power($0, row) * $1 }.reduce(0, +)]
        }
        for column in 0..<3 {
            let pivot = (column..<3).max { rows[$0][column].magnitude < rows[$1][column].magnitude }
            rows.swapAt(column, pivot ?? column)
            for row in 0..<3 where row != column {
                let factor = rows[row][column] / rows[column][column]
                for index in 0..<4 {
                    rows[row][index] -= factor * rows[column][index]
                }
            }
        }
        return rows[1][3] / rows[1][1]
    }

    private static func power(_ base: Double, _ exponent: Int) -> Double {
        (0..<exponent).reduce(1) { product, _ in product * base }
    }
}
