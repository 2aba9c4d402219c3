public import TouchCore

/// A target of touches, in millimetres and milliseconds: the panel of `TestScreen`.
public protocol TouchTarget: AnyObject {
    /// One frame, in device units and in the form of the engine.
    func process(_ frame: TouchFrame, reports: [TouchReport])

    /// Advances to `time`.
    func advance(to time: Timestamp)
}

extension TouchTarget {
    /// One frame; `ms` is its time.
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

    /// A straight stroke of fingers side by side, 12 mm apart, at 100 Hz, with a lift 10 ms later.
    public func stroke(
        from start: (Double, Double), to end: (Double, Double), ms: ClosedRange<Double>,
        fingers: Int = 1
    ) {
        let steps = max(Int((ms.upperBound - ms.lowerBound) / 10), 1)
        for step in 0...steps {
            let share = Double(step) / Double(steps)
            let x = start.0 + (end.0 - start.0) * share
            let y = start.1 + (end.1 - start.1) * share
            let time = ms.lowerBound + (ms.upperBound - ms.lowerBound) * share
            frame(
                time,
                (0..<fingers).map { finger in
                    let place = y + Double(finger) * 12
                    return step == 0 ? .down(finger, x, place) : .move(finger, x, place)
                })
        }
        frame(ms.upperBound + 10, (0..<fingers).map { .up($0) })
    }
}

/// A frame that can be played on more than one target.
public struct TouchedFrame: Sendable {
    /// Its time.
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
    /// Plays frames, and advances after the last until nothing waits any more.
    ///
    /// - Parameter rest: the maximum time of that, in ms.
    public func play(_ frames: [TouchedFrame], rest: Double = 20_000) {
        for frame in frames {
            self.frame(frame.ms, frame.acts, resynchronised: frame.isResynchronised)
        }
        wait(until: (frames.map(\.ms).max() ?? 0) + rest)
    }
}
