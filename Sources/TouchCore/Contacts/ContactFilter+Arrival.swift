/// Strokes over the bezel: where fingers were before the panel saw them.
extension ContactFilter {
    /// Whether a finger that lands there may have come over the bezel.
    func mayArrive(at landing: Point) -> Bool {
        landings.drawsBack && Arrival.isPossible(at: landing, on: surface)
    }

    /// Draws the start of a stroke back, with the second and the third sample of a finger.
    @inline(never)
    mutating func arrive(_ finger: inout Finger) {
        guard let arrival = finger.motion.arrival(frame: history.frames.us) else {
            // After a silence, or a report of the same time, the first step is unknown.
            finger.isArriving = finger.motion.count == 2
            if finger.motion.count == 1 { finger.origin = finger.landing }
            return
        }
        if let us = finger.motion.firstInterval(frame: history.frames.us) {
            history.frames.add(us)
        }
        if let evidence = arrival.evidence(on: surface) { learnLandings(from: evidence) }
        finger.origin = arrival.origin(framesBefore: landings.frames, on: surface)
        finger.isArriving = arrival.growth == nil
    }

    private mutating func learnLandings(from evidence: Arrival.Evidence) {
        switch evidence {
        case .late(let frames): history.lateLandings.add(frames: frames)
        case .inTime: history.lateLandings.forget()
        case .fromRest: history.lateLandings.withdraw()
        }
        if adaptToLandings() { refusals &+= 1 }
    }

    /// Draws strokes back by two frames from now on, or by one, as the device has shown; returns
    /// whether that is new.
    mutating func adaptToLandings() -> Bool {
        landings.adapt(isLate: history.lateLandings.isProof)
    }

    /// Counts the lift of a finger, after which evidence of faults is older.
    mutating func countLift() {
        history.spikes.countLift()
        history.lateLandings.countLift()
        history.ghostEvidence.countLift()
        history.splits.countLift()
    }
}

/// The time from a frame of the panel to the next, as the starts of strokes show it.
///
/// The median of the last five: a few starts whose stamps are wrong do not change it, and three at
/// another rate do.
struct FrameInterval: Sendable {
    /// The number of starts of which the median is taken.
    private static let capacity = 5
    /// Fewer starts show nothing.
    private static let minimumCount = 3

    private var starts = InlineArray<5, Double>(repeating: 0)
    private var count = 0
    private var next = 0
    /// The median (µs); `nil` before the third start.
    private(set) var us: Double?

    /// Adds the mean time between the first samples of a stroke (µs).
    mutating func add(_ time: Double) {
        starts[next] = time
        next = next &+ 1 < Self.capacity ? next &+ 1 : 0
        count = min(count &+ 1, Self.capacity)
        if count >= Self.minimumCount { us = median }
    }

    private var median: Double {
        for candidate in 0..<count where rank(of: candidate) == count / 2 {
            return starts[candidate]
        }
        return starts[0]
    }

    /// The number of starts that are shorter, or as short and earlier in the storage.
    private func rank(of candidate: Int) -> Int {
        var rank = 0
        for other in 0..<count {
            let isBefore =
                other < candidate
                ? starts[other] <= starts[candidate] : starts[other] < starts[candidate]
            if isBefore { rank &+= 1 }
        }
        return rank
    }
}

/// How far strokes from a side are drawn back.
struct LandingRule: Sendable, Hashable {
    /// As configured; `nil` adapts to the device.
    private let configured: LandingTiming?
    private var timing: LandingTiming

    init(_ settings: DeviceSettings) {
        configured = settings.landings
        timing = settings.landings ?? .onTime
    }

    /// Whether strokes are drawn back.
    var drawsBack: Bool { timing != .asSeen }
    /// The number of frames by which they are.
    var frames: Double { timing == .late ? 2 : 1 }
    /// Whether it is two because the device has shown late landings.
    var hasAdapted: Bool { configured == nil && timing == .late }

    /// Adapts to the device; returns whether that is new.
    mutating func adapt(isLate: Bool) -> Bool {
        guard configured == nil, isLate != (timing == .late) else { return false }
        timing = isLate ? .late : .onTime
        return true
    }
}
