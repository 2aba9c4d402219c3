/// A frame that can be played on more than one glass.
public struct TouchedFrame: Sendable {
    /// Its stamp.
    public var ms: Double
    public var acts: [Glass.Act]
    public var isResynchronised: Bool

    public init(ms: Double, acts: [Glass.Act] = [], isResynchronised: Bool = false) {
        self.ms = ms
        self.acts = acts
        self.isResynchronised = isResynchronised
    }
}

extension Glass {
    /// Plays frames, and lets time go on after the last until nothing waits any more.
    ///
    /// - Parameter rest: how long that may take, in ms.
    public func play(_ frames: [TouchedFrame], rest: Double = 20_000) {
        for frame in frames {
            self.frame(frame.ms, frame.acts, resynchronised: frame.isResynchronised)
        }
        wait(until: (frames.map(\.ms).max() ?? 0) + rest)
    }
}
