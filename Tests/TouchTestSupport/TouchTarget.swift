public import TouchCore

/// A target of touches on the panel of `TestScreen`, in millimetres and milliseconds.
public protocol TouchTarget: AnyObject {
    /// Processes a frame in device units, as the engine receives it.
    func process(_ frame: TouchFrame, reports: [TouchReport])

    /// Advances to `time`.
    func advance(to time: Timestamp)
}

extension TouchTarget {
    /// Plays a frame at the time `ms`.
    public func frame(_ ms: Double, _ acts: TestScreen.Act..., resynchronised: Bool = false) {
        frame(ms, acts, resynchronised: resynchronised)
    }

    public func frame(_ ms: Double, _ acts: [TestScreen.Act], resynchronised: Bool = false) {
        let time = Timestamp(microseconds: Int64((ms * 1_000).rounded()))
        process(
            TouchFrame(time: time, isResynchronised: resynchronised),
            reports: acts.map(TestScreen.report))
    }

    /// Advances to `ms`.
    public func wait(until ms: Double) {
        advance(to: Timestamp(microseconds: Int64((ms * 1_000).rounded())))
    }

    /// Plays a straight stroke of fingers 12 mm apart, at 100 Hz; they lift 10 ms after its end.
    public func stroke(
        from start: (Double, Double), to end: (Double, Double), ms: ClosedRange<Double>,
        fingers: Int = 1
    ) {
        let steps = max(Int((ms.upperBound - ms.lowerBound) / 10), 1)
        for step in 0...steps {
            let progress = Double(step) / Double(steps)
            let x = start.0 + (end.0 - start.0) * progress
            let firstY = start.1 + (end.1 - start.1) * progress
            let time = ms.lowerBound + (ms.upperBound - ms.lowerBound) * progress
            frame(
                time,
                (0..<fingers).map { finger in
                    let y = firstY + Double(finger) * 12
                    return step == 0 ? .down(finger, x, y) : .move(finger, x, y)
                })
        }
        frame(ms.upperBound + 10, (0..<fingers).map { .up($0) })
    }
}

/// A frame that can be played on more than one target.
public struct TouchedFrame: Sendable {
    /// The time of the frame, in milliseconds.
    public var ms: Double
    public var acts: [TestScreen.Act]
    public var isResynchronised: Bool

    public init(ms: Double, acts: [TestScreen.Act] = [], isResynchronised: Bool = false) {
        self.ms = ms
        self.acts = acts
        self.isResynchronised = isResynchronised
    }
}

extension TestScreen {
    /// Plays frames, and then advances until no gesture waits any more.
    ///
    /// - Parameter rest: the time from the last frame, in ms.
    public func play(_ frames: [TouchedFrame], rest: Double = 20_000) {
        for frame in frames {
            self.frame(frame.ms, frame.acts, resynchronised: frame.isResynchronised)
        }
        wait(until: (frames.map(\.ms).max() ?? 0) + rest)
    }
}
