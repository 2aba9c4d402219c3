import Testing

@testable import TouchDevices

/// The times of a panel's scans, computed with the panel's own clock.
struct DeviceClockTests {
    /// The scan times of frames, given the panel's timestamps and the arrivals; all in microseconds.
    private func scanTimes(_ frames: [(stamp: UInt32, arrival: Int64)]) -> [Int64] {
        var clock = DeviceClock()
        return frames.map { clock.scanTime($0.stamp, arrival: $0.arrival) }
    }

    /// Frames at 125 Hz that arrive `bunch` at a time, 120 µs apart.
    private func bunched(_ count: Int, by bunch: Int) -> [(stamp: UInt32, arrival: Int64)] {
        (0..<count).map { index in
            let last = (index / bunch + 1) * bunch - 1
            return (UInt32(index * 8_000), Int64(last * 8_000 + index % bunch * 120))
        }
    }

    @Test(arguments: [1, 2, 4, 6])
    func `frames that arrive together are as far apart as the panel's scans`(bunch: Int) {
        // The first frame of a bunch of six is 40 ms late, and is assumed to be 25 ms late.
        let times = scanTimes(bunched(60, by: bunch)).dropFirst(bunch > 4 ? bunch : 0)
        let steps = zip(times, times.dropFirst()).map { $1 - $0 }
        #expect(steps.allSatisfy { (7_600...8_400).contains($0) }, "\(steps)")
    }

    @Test func `no scan is after its arrival, nor long before it`() {
        var random = SystemRandomNumberGenerator()
        var clock = DeviceClock()
        var (stamp, arrival) = (UInt32.random(in: 0 ... .max, using: &random), Int64(0))
        for _ in 0..<20_000 {
            stamp &+= UInt32.random(in: 0...20_000, using: &random)
            arrival += Int64.random(in: 0...20_000, using: &random)
            let scan = clock.scanTime(stamp, arrival: arrival)
            #expect((arrival - DeviceClock.maximumLag...arrival).contains(scan))
        }
    }

    @Test func `a clock that wraps continues`() {
        let first = UInt32.max - 12_000
        let times = scanTimes([
            (first, 100_000), (first &+ 8_000, 108_000), (first &+ 16_000, 130_000),
        ])
        #expect(times == [75_000, 83_000, 91_000])
    }

    @Test(arguments: [0, 5_000, 2_000_000, 4_000_000_000] as [UInt32])
    func `after a silence the clock restarts, whatever the panel's clock reports`(stamp: UInt32) {
        let even = (0..<20).map { (UInt32($0) * 8_000, Int64($0) * 8_000) }
        #expect(scanTimes(even + [(stamp, 2_000_000)]).last == 2_000_000)
    }

    /// The touch before the silence shows how late frames are; the correction depends on its length.
    @Test(arguments: [20, 60, 125, 250, 500], [1, 2])
    func `the correction of the first lag does not count as lateness`(count: Int, bunch: Int) {
        let frames = bunched(count, by: bunch)
        let late = Int64(bunch - 1) * 8_000
        let after = Int64(count) * 8_000 + 3_000_000
        let first = scanTimes(frames + [(UInt32(after), after)]).last ?? 0
        #expect((late - 500...late + 500).contains(after - first), "\(after - first)")
    }

    @Test(arguments: [-10, -5, 5, 10] as [Int64])
    func `a clock that drifts by a hundredth stays within a frame`(perMille: Int64) {
        let frames = (0..<10_000).map { index -> (UInt32, Int64) in
            (UInt32(index * 8_000), Int64(index * 8_000) * (1_000 + perMille) / 1_000)
        }
        let lags = zip(frames, scanTimes(frames)).map { $0.1 - $1 }
        // The first frame is assumed to be 25 ms late, which is corrected gradually.
        #expect(lags.prefix(500).allSatisfy { (0...35_000).contains($0) }, "\(lags.max() ?? 0)")
        #expect(lags.dropFirst(500).allSatisfy { (0...10_000).contains($0) }, "\(lags.max() ?? 0)")
    }

    @Test(arguments: [0, 800] as [UInt32])
    func `a clock that stops, or counts in another unit, is ignored`(step: UInt32) {
        let frames = (0..<100).map { (UInt32($0) * step, Int64($0) * 8_000) }
        let times = scanTimes(frames)
        #expect(zip(frames, times).dropFirst(40).allSatisfy { $0.1 == $1 })
    }

    @Test func `extreme timestamps do not trap`() {
        _ = scanTimes([(0, .min), (9, .max), (18, .min), (.max, 0), (0, .max), (1, .min)])
        let latest = scanTimes([(0, .max), (1_000, .max), (2_000, .max)])
        #expect(latest.allSatisfy { $0 > .max - 50_000 })
        let first = Int64.min
        _ = scanTimes([
            (0, first), (9, first), (40_000, first + 9), (3, first + 2_000_000), (4, first),
        ])
    }
}
