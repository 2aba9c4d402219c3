import Testing
import TouchCore
import TouchTestSupport

/// The one-euro filter on movements with a known result.
@Suite struct OneEuroFilterTests {
    /// The position of a filter after each sample. It starts at rest at (50, 50) at time 0.
    private func follow(
        _ samples: [(ms: Double, position: Point)], cutoff: Double = 5, beta: Double = 0
    ) throws -> [Point] {
        let settings = OneEuroSettings(minimumCutoff: cutoff, beta: beta)
        let filter = try #require(OneEuroFilter(settings))
        var state = OneEuroFilter.State()
        state.start(at: Point(x: 50, y: 50), Timestamp(microseconds: 0))
        return samples.map { sample in
            let time = Timestamp(microseconds: Int64(sample.ms * 1_000))
            return filter.add(sample.position, at: time, to: &state)
        }
    }

    @Test(arguments: [1.0, 5, 20])
    func `a step is approached as by any low-pass filter`(cutoff: Double) throws {
        let step = Point(x: 60, y: 50)
        let positions = try follow((1...50).map { (Double($0) * 10, step) }, cutoff: cutoff)
        let alpha = 1 / (1 + 1 / (2 * Double.pi * cutoff * 0.01))
        var remaining = 10.0
        for position in positions {
            remaining *= 1 - alpha
            #expect((60 - position.x).isNear(remaining, within: 1e-9) && position.y == 50)
        }
    }

    @Test(arguments: [(50.0, 0.0), (50, 0.05), (200, 0.05), (1_000, 0.05), (1_000, 0.2)])
    func `a ramp is followed at a distance that depends on speed and cut-off`(
        speed: Double, beta: Double
    ) throws {
        let ramp = (1...400).map { step in
            let distance = speed * Double(step) / 100
            return (Double(step) * 10, Point(x: 50 + distance * 0.6, y: 50 + distance * 0.8))
        }
        let position = try #require(try follow(ramp, beta: beta).last)
        let lag = ramp[399].1 - position
        let expected = speed / (2 * Double.pi * (5 + beta * speed))
        #expect(lag.isNear(Point(x: expected * 0.6, y: expected * 0.8), within: 1e-6))
    }

    @Test(arguments: 0..<5)
    func `noise of a resting finger is smoothed to a third`(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let noise = (1...2_000).map { step in
            (Double(step) * 10, Point(x: 50, y: 50) + generator.point(within: 0.3))
        }
        func spread(_ positions: [Point]) -> Double {
            (positions.reduce(0) { $0 + ($1 - Point(x: 50, y: 50)).squaredLength }
                / Double(positions.count)).squareRoot()
        }
        let smoothed = try follow(noise, cutoff: 1, beta: 0.01)
        #expect(spread(smoothed) < spread(noise.map(\.1)) / 3)
    }

    @Test func `samples of one timestamp count as 1 ms apart`() throws {
        let position = Point(x: 60, y: 50)
        let same = try follow([(0, position)], beta: 0.05)
        #expect(same == (try follow([(1, position)], beta: 0.05)))
        #expect(same[0].x > 50 && same[0].x < 51)
    }

    @Test(arguments: [(500.0, false), (500.001, true)])
    func `a pause of more than half a second restarts the filter`(ms: Double, restarts: Bool) throws
    {
        let position = Point(x: 60, y: 50)
        let after = Point(x: 61, y: 50)
        let positions = try follow([(ms, position), (ms + 10, after)], cutoff: 1)
        #expect((positions[0] == position) == restarts)
        if restarts { #expect(positions[1].x < 60.1, "it is at rest again") }
    }

    @Test(
        arguments: [(0, 0.05), (-1, 0), (.nan, 0), (5, -0.1), (5, .nan), (5, .infinity)]
            as [(Double, Double)])
    func `invalid settings make no filter`(cutoff: Double, beta: Double) {
        #expect(OneEuroFilter(OneEuroSettings(minimumCutoff: cutoff, beta: beta)) == nil)
    }

    @Test(arguments: [1.0, .infinity])
    func `timestamps that run back or are extreme give finite positions`(cutoff: Double) throws {
        let settings = OneEuroSettings(minimumCutoff: cutoff, beta: 0.05)
        let filter = try #require(OneEuroFilter(settings))
        var state = OneEuroFilter.State()
        let stamps = [Int64.max, 0, -20_000, .min, -5, -400_000, .max, .max]
        for (index, stamp) in stamps.enumerated() {
            let sample = Point(x: index.isMultiple(of: 2) ? 0 : 3_000, y: 0)
            let position = filter.add(sample, at: Timestamp(microseconds: stamp), to: &state)
            #expect((0...3_000).contains(position.x) && position.y == 0)
            if cutoff == .infinity { #expect(position == sample) }
        }
    }
}
