import TouchCore
// For `SeededGenerator`, which every random test uses.
@_exported public import TouchPerformance

/// Random but realistic touches of a `TestScreen`, or of gestures written in Swift: fingers that
/// land together or late, rest, wander, stroke, jump, press, turn into palms and lift; timestamps
/// that repeat or decrease; lost events.
public struct RandomTouches {
    private struct Finger {
        var x: Double
        var y: Double
        var speed: (x: Double, y: Double)
        var force: Double
    }

    private var generator: SeededGenerator
    private var fingers: [Int: Finger] = [:]
    private var ms = 0.0
    private let slots: ClosedRange<Int>
    private let area: (x: ClosedRange<Double>, y: ClosedRange<Double>)

    /// - Parameters:
    ///   - slots: the slots in which fingers land.
    ///   - x: the range in which fingers land, and stay, in mm.
    ///   - y: the same for the other axis.
    public init(
        seed: UInt64, slots: ClosedRange<Int> = 0...9, x: ClosedRange<Double> = 0...344,
        y: ClosedRange<Double> = 0...194
    ) {
        generator = SeededGenerator(seed: seed)
        self.slots = slots
        area = (x, y)
    }

    /// Plays `count` frames, then lifts all fingers and advances by a second.
    public mutating func play(frames count: Int, on screen: some TouchTarget) {
        for frame in frames(count) {
            screen.frame(frame.ms, frame.acts, resynchronised: frame.isResynchronised)
        }
        ms += 1_000
        screen.wait(until: ms)
    }

    /// The next `count` frames, and one in which all fingers lift.
    public mutating func frames(_ count: Int) -> [TouchedFrame] {
        var frames = (0..<count).map { _ in
            let (acts, isResynchronised) = nextFrame()
            let stamp = generator.oneIn(200) ? ms - 30 : ms
            return TouchedFrame(ms: stamp, acts: acts, isResynchronised: isResynchronised)
        }
        ms += 10
        frames.append(TouchedFrame(ms: ms, acts: fingers.keys.sorted().map { .up($0) }))
        fingers = [:]
        return frames
    }

    private mutating func nextFrame() -> (acts: [TestScreen.Act], isResynchronised: Bool) {
        ms += [0, 4, 8, 10, 10, 10, 25, 40, 100, 600][Int.random(in: 0..<10, using: &generator)]
        if generator.oneIn(300) {
            let present = fingers.sorted { $0.key < $1.key }
            return (present.map { .down($0, $1.x, $1.y, force: $1.force) }, true)
        }
        var acts: [TestScreen.Act] = []
        for slot in fingers.keys.sorted() { acts += step(slot) }
        let landings = generator.oneIn(6) ? Int.random(in: 1...3, using: &generator) : 0
        for _ in 0..<landings {
            if let landing = land() { acts.append(landing) }
        }
        return (acts, false)
    }

    private mutating func step(_ slot: Int) -> [TestScreen.Act] {
        guard var finger = fingers[slot] else { return [] }
        switch Int.random(in: 0..<40, using: &generator) {
        case 0, 1:
            fingers[slot] = nil
            return [generator.oneIn(4) ? .moveAndUp(slot, finger.x + 1, finger.y) : .up(slot)]
        case 2 where generator.oneIn(4): return [.palm(slot)]
        case 3 where generator.oneIn(4): finger.x = area.x.lowerBound + area.x.upperBound - finger.x
        case 4: finger.speed = speed()
        case 5, 6: finger.force = generator.oneIn(2) ? 0.95 : 0.2
        case 7...15: return []
        case 16 where generator.oneIn(4):
            // Even in a corner no such position is equally far from two sides.
            let position = clamped(finger.y + 1, finger.x / 2)
            return [.up(slot), .down(slot, position.x, position.y, force: finger.force)]
        default: break
        }
        (finger.x, finger.y) = clamped(finger.x + finger.speed.x, finger.y + finger.speed.y)
        fingers[slot] = finger
        return [.move(slot, finger.x, finger.y, force: finger.force)]
    }

    private func clamped(_ x: Double, _ y: Double) -> (x: Double, y: Double) {
        (
            min(max(x, area.x.lowerBound), area.x.upperBound),
            min(max(y, area.y.lowerBound), area.y.upperBound)
        )
    }

    private mutating func land() -> TestScreen.Act? {
        let slot = Int.random(in: slots, using: &generator)
        guard fingers[slot] == nil else { return nil }
        let finger = Finger(
            x: Double.random(in: area.x, using: &generator),
            y: Double.random(in: area.y, using: &generator), speed: speed(),
            force: Double.random(in: 0.05...0.4, using: &generator))
        fingers[slot] = finger
        return .down(slot, finger.x, finger.y, force: finger.force)
    }

    /// The displacement of a finger in a frame, in mm.
    private mutating func speed() -> (x: Double, y: Double) {
        guard !generator.oneIn(3) else { return (0, 0) }
        let reach = [0.2, 1, 5][Int.random(in: 0..<3, using: &generator)]
        return (
            Double.random(in: -reach...reach, using: &generator),
            Double.random(in: -reach...reach, using: &generator)
        )
    }
}

/// Frames that no hardware sends: reports in any order for any slot, positions and pressures at the
/// ends of their range, arbitrary timestamps.
public struct HostileTouches {
    private var generator: SeededGenerator
    private var time: Int64
    /// The maximum step from one frame's timestamp to the next, in µs; `nil` for any timestamp.
    private let reach: Int64?

    public init(seed: UInt64) {
        generator = SeededGenerator(seed: seed)
        let starts: [Int64] = [0, .min, .max - 2_000_000, -1_000_000]
        time = starts[Int(seed % 4)]
        reach = seed % 3 == 0 ? nil : 200_000
    }

    /// Plays `count` frames and ends every gesture.
    public mutating func play(frames count: Int, on screen: TestScreen) {
        for _ in 0..<count {
            time = nextTime()
            let reports = (0..<Int.random(in: 0...6, using: &generator)).map { _ in report() }
            let frame = TouchFrame(
                time: Timestamp(microseconds: time), isResynchronised: generator.oneIn(100))
            screen.process(frame, reports: reports)
        }
        screen.cancelAll(.shutdown)
    }

    private mutating func nextTime() -> Int64 {
        guard let reach else {
            let special = [Int64.min, .max, 0, time]
            let any = Int64.random(in: .min ... .max, using: &generator)
            return generator.oneIn(2) ? any : special[Int.random(in: 0..<4, using: &generator)]
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
