import TouchCore

/// Frames that no hardware sends: reports in any order for any slot, places and pressures at the
/// ends of their range, stamps that run wild.
public struct HostileTouches {
    private var generator: SeededGenerator
    private var time: Int64
    /// The next frame's stamp lies at most so far from this one's; nil sends them anywhere.
    private let reach: Int64?

    public init(seed: UInt64) {
        generator = SeededGenerator(seed: seed)
        time = [0, .min, .max - 2_000_000, -1_000_000][Int(seed % 4)]
        reach = seed % 3 == 0 ? nil : 200_000
    }

    /// Plays `count` frames and ends every gesture.
    public mutating func play(frames count: Int, on glass: Glass) {
        for _ in 0..<count {
            time = nextTime()
            let reports = (0..<Int.random(in: 0...6, using: &generator)).map { _ in report() }
            let frame = TouchFrame(
                time: Timestamp(microseconds: time), isResynchronised: generator.oneIn(100))
            glass.process(frame, reports: reports)
        }
        glass.cancelAll(.shutdown)
    }

    private mutating func nextTime() -> Int64 {
        guard let reach else {
            let ends = [Int64.min, .max, 0, time]
            let anywhere = Int64.random(in: .min ... .max, using: &generator)
            return generator.oneIn(2) ? anywhere : ends[Int.random(in: 0..<4, using: &generator)]
        }
        let step = Int64.random(in: -1_000...reach, using: &generator)
        let (sum, isBeyond) = time.addingReportingOverflow(generator.oneIn(3) ? 0 : step)
        return isBeyond ? time : sum
    }

    private mutating func report() -> TouchReport {
        let slot = generator.oneIn(4) ? UInt8.random(in: 0...255, using: &generator) : 1
        let phases: [TouchReport.Phase] = [.moved, .moved, .moved, .lifted, .landed]
        return TouchReport(
            slot: slot, phase: phases[Int.random(in: 0..<5, using: &generator)], x: number(),
            y: number(), pressure: number(), touchMajor: number(), isPalm: generator.oneIn(20),
            movedBeforeLift: generator.oneIn(3))
    }

    private mutating func number() -> Int32 {
        switch Int.random(in: 0..<6, using: &generator) {
        case 0: .min
        case 1: .max
        case 2: Int32.random(in: .min ... .max, using: &generator)
        default: Int32.random(in: 0...19_400, using: &generator)
        }
    }
}
