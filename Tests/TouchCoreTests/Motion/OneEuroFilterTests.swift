import Testing
import TouchCore
import TouchTestSupport

/// The one-euro filter on movements with a known result.
@Suite struct OneEuroFilterTests {
    /// A filter at rest at 50, 50 at time 0, and its position after each sample.
    private func follow(
        _ samples: [(ms: Double, place: Point)], cutoff: Double = 5, beta: Double = 0
    ) throws -> [Point] {
        let settings = OneEuroSettings(minimumCutoff: cutoff, beta: beta)
        let filter = try #require(OneEuroFilter(settings))
        var state = OneEuroFilter.State()
        state.start(at: Point(x: 50, y: 50), Timestamp(microseconds: 0))
        return samples.map { sample in
            let time = Timestamp(microseconds: Int64(sample.ms * 1_000))
            return filter.add(sample.place, at: time, to: &state)
        }
    }

    @Test(arguments: [1.0, 5, 20])
    func `a step is approached as by any low-pass filter`(cutoff: Double) throws {
        let step = Point(x: 60, y: 50)
        let places = try follow((1...50).map { (Double($0) * 10, step) }, cutoff: cutoff)
        let share = 1 / (1 + 1 / (2 * Double.pi * cutoff * 0.01))
        var left = 10.0
        for place in places {
            left *= 1 - share
            #expect((60 - place.x).isNear(left, within: 1e-9) && place.y == 50)
        }
    }

    @Test(arguments: [(50.0, 0.0), (50, 0.05), (200, 0.05), (1_000, 0.05), (1_000, 0.2)])
    func `a ramp is followed at the distance that its cut-off leaves`(
        speed: Double, beta: Double
    ) throws {
        let ramp = (1...400).map { step in
            let way = speed * Double(step) / 100
            return (Double(step) * 10, Point(x: 50 + way * 0.6, y: 50 + way * 0.8))
        }
        let place = try #require(try follow(ramp, beta: beta).last)
        let behind = ramp[399].1 - place
        let expected = speed / (2 * Double.pi * (5 + beta * speed))
        #expect(behind.isNear(Point(x: expected * 0.6, y: expected * 0.8), within: 1e-6))
    }

    @Test(arguments: 0..<5)
    func `noise of a resting finger is smoothed to a third`(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let noise = (1...2_000).map { step in
            (Double(step) * 10, Point(x: 50, y: 50) + generator.point(within: 0.3))
        }
        func spread(_ places: [Point]) -> Double {
            (places.reduce(0) { $0 + ($1 - Point(x: 50, y: 50)).squaredLength }
                / Double(places.count)).squareRoot()
        }
        let smoothed = try follow(noise, cutoff: 1, beta: 0.01)
        #expect(spread(smoothed) < spread(noise.map(\.1)) / 3)
    }

    @Test func `samples of one stamp count as 1 ms apart`() throws {
        let place = Point(x: 60, y: 50)
        let same = try follow([(0, place)], beta: 0.05)
        #expect(same == (try follow([(1, place)], beta: 0.05)))
        #expect(same[0].x > 50 && same[0].x < 51)
    }

    @Test(arguments: [(500.0, false), (500.001, true)])
    func `a longer silence than half a second starts anew`(ms: Double, isAnew: Bool) throws {
        let place = Point(x: 60, y: 50)
        let after = Point(x: 61, y: 50)
        let places = try follow([(ms, place), (ms + 10, after)], cutoff: 1)
        #expect((places[0] == place) == isAnew)
        if isAnew { #expect(places[1].x < 60.1, "it is at rest again") }
    }

    @Test(
        arguments: [(0, 0.05), (-1, 0), (.nan, 0), (5, -0.1), (5, .nan), (5, .infinity)]
            as [(Double, Double)])
    func `settings without a meaning make no filter`(cutoff: Double, beta: Double) {
        #expect(OneEuroFilter(OneEuroSettings(minimumCutoff: cutoff, beta: beta)) == nil)
    }

    @Test(arguments: [1.0, .infinity])
    func `stamps that run back and the ends of time give finite places`(cutoff: Double) throws {
        let settings = OneEuroSettings(minimumCutoff: cutoff, beta: 0.05)
        let filter = try #require(OneEuroFilter(settings))
        var state = OneEuroFilter.State()
        let stamps = [Int64.max, 0, -20_000, .min, -5, -400_000, .max, .max]
        for (index, stamp) in stamps.enumerated() {
            let sample = Point(x: index.isMultiple(of: 2) ? 0 : 3_000, y: 0)
            let place = filter.add(sample, at: Timestamp(microseconds: stamp), to: &state)
            #expect((0...3_000).contains(place.x) && place.y == 0)
            if cutoff == .infinity { #expect(place == sample) }
        }
    }
}
