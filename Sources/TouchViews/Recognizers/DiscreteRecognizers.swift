import TouchCore

/// Taps of fingers. Its only state is `.ended`, at the last lift. Then its location is that of the
/// fingers of the first tap.
open class UITapGestureRecognizer: UIGestureRecognizer {
    /// The number of taps.
    public var numberOfTapsRequired = 1
    /// The number of fingers.
    public var numberOfTouchesRequired = 1
    private var tap: TapNode<TapPositions>?
    /// The fingers of the first tap, in the window; empty until it has lifted.
    private var first: [CGPoint] = []

    override var tapPrecedence: Int { numberOfTapsRequired }

    /// A tap does not prevent a recogniser of more taps.
    override open func canPrevent(_ preventedGestureRecognizer: UIGestureRecognizer) -> Bool {
        guard let other = preventedGestureRecognizer as? UITapGestureRecognizer else { return true }
        return other.numberOfTapsRequired <= numberOfTapsRequired
    }

    override var node: AnyGestureNode? { tap }

    /// The positions of the first tap once the last has lifted, even while a delegate is asked, and
    /// while others may still fail.
    override var positions: [CGPoint] {
        if let taps = tap?.phase.value { return taps.first }
        return touches.isEmpty && !first.isEmpty ? first : super.positions
    }

    override open func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {
        if tap == nil {
            first = []
            tap = TapNode(
                count: max(numberOfTapsRequired, 1), fingers: max(numberOfTouchesRequired, 1),
                space: .global
            ) { $0 }
        }
        super.touchesBegan(touches, with: event)
    }

    override open func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent) {
        if first.isEmpty { first = self.touches.map(\.position) }
        super.touchesEnded(touches, with: event)
    }

    override func forget() {
        if let taps = tap?.phase.value { first = taps.first }
        tap = nil
    }
}

/// A quick movement. Its only state is `.ended`, when the displacement is sufficient. Its location is
/// where its fingers landed.
open class UISwipeGestureRecognizer: UIGestureRecognizer {
    /// The direction of a swipe.
    public struct Direction: OptionSet, Sendable {
        public let rawValue: UInt

        public init(rawValue: UInt) {
            self.rawValue = rawValue
        }

        /// To the right.
        public static let right = Direction(rawValue: 1)
        /// To the left.
        public static let left = Direction(rawValue: 2)
        /// Upwards.
        public static let up = Direction(rawValue: 4)
        /// Downwards.
        public static let down = Direction(rawValue: 8)
    }

    /// The accepted directions.
    public var direction = Direction.right
    /// The number of fingers.
    public var numberOfTouchesRequired = 1
    /// The minimum displacement and the maximum deviation, in points, and the maximum time, in
    /// seconds.
    private static let (distance, deviation, duration) = (50.0, 50.0, 0.5)
    private var due: Timestamp?
    /// The landing points of its fingers, in the window.
    private var landings: [CGPoint] = []

    override var deadline: Timestamp? {
        committed == .possible && pending == nil ? due : nil
    }

    override var positions: [CGPoint] { landings }

    override open func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {
        landings = self.touches.map(\.landing)
        if due == nil { due = self.touches.first?.landedAt.after(Self.duration) }
        if self.touches.count > numberOfTouchesRequired { state = .failed }
    }

    override open func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent) {
        guard self.touches.count == numberOfTouchesRequired else { return }
        let displacement =
            CGPoint.mean(self.touches.map(\.position)) - CGPoint.mean(self.touches.map(\.landing))
        let isSideways = abs(displacement.x) > abs(displacement.y)
        let (along, across) =
            isSideways ? (displacement.x, displacement.y) : (displacement.y, displacement.x)
        guard abs(across) <= Self.deviation else { return state = .failed }
        guard abs(along) >= Self.distance else { return }
        let taken: Direction = isSideways ? (along > 0 ? .right : .left) : along > 0 ? .down : .up
        state = direction.contains(taken) ? .ended : .failed
    }

    override open func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent) {
        state = .failed
    }

    override func timeReached(_ time: Timestamp) { state = .failed }

    override func forget() {
        due = nil
    }
}
