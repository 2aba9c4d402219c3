import TouchCore

/// Taps of fingers. Its only state is `.ended`, at the last lift.
open class UITapGestureRecognizer: UIGestureRecognizer {
    /// The number of taps.
    public var numberOfTapsRequired = 1
    /// The number of fingers.
    public var numberOfTouchesRequired = 1
    private var node: TapNode<TapPositions>?
    /// The fingers of the first tap, in the window; empty until it has lifted.
    private var positions: [CGPoint] = []
    /// Whether the last tap has lifted. True even while a delegate is asked, and while others may
    /// still fail.
    private var isComplete = false

    override var tapPrecedence: Int { numberOfTapsRequired }

    /// A tap does not prevent a recogniser of more taps.
    override open func canPrevent(_ preventedGestureRecognizer: UIGestureRecognizer) -> Bool {
        guard let other = preventedGestureRecognizer as? UITapGestureRecognizer else { return true }
        return other.numberOfTapsRequired <= numberOfTapsRequired
    }

    override var deadline: Timestamp? {
        committed == .possible && pending == nil ? node?.deadline : nil
    }

    override open func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {
        if node == nil { (positions, isComplete) = ([], false) }
        handle(.landed(inOrder(touches)))
    }

    override open func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent) {
        handle(.moved(inOrder(touches)))
    }

    override open func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent) {
        if positions.isEmpty { positions = self.touches.map(\.position) }
        handle(.lifted(inOrder(touches)))
    }

    override func timeReached(_ time: Timestamp) { handle(.time) }

    override open func reset() {
        super.reset()
        node = nil
    }

    /// The centroid of the first tap's fingers, in points of `view`; `nil` is the window.
    override open func location(in view: UIView?) -> CGPoint {
        guard touches.isEmpty || isComplete, !positions.isEmpty else {
            return super.location(in: view)
        }
        let position = CGPoint.mean(positions)
        return view?.fromWindow(position) ?? position
    }

    /// The position of a finger of the first tap, in points of `view`; `nil` is the window.
    override open func location(ofTouch touchIndex: Int, in view: UIView?) -> CGPoint {
        guard touches.isEmpty || isComplete, !positions.isEmpty else {
            return super.location(ofTouch: touchIndex, in: view)
        }
        let position = positions[min(max(touchIndex, 0), positions.count - 1)]
        return view?.fromWindow(position) ?? position
    }

    private func handle(_ cause: StepCause) {
        guard let event = view?.window?.event else { return }
        let node =
            self.node
            ?? TapNode(
                count: max(numberOfTapsRequired, 1), fingers: max(numberOfTouchesRequired, 1),
                space: .global
            ) { $0 }
        self.node = node
        node.step(cause, StepContext(event, self))
        switch node.phase {
        case .possible, .active: break
        case .ended(let positions):
            self.positions = positions.first
            isComplete = true
            state = .ended
        case .failed: state = .failed
        }
    }
}

/// A quick movement. Its only state is `.ended`, when the displacement is sufficient.
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
    private var positions: [CGPoint] = []

    override var deadline: Timestamp? {
        committed == .possible && pending == nil ? due : nil
    }

    /// The centroid of the landing points of its fingers, in points of `view`; `nil` is the window.
    override open func location(in view: UIView?) -> CGPoint {
        let position = CGPoint.mean(positions)
        return view?.fromWindow(position) ?? position
    }

    /// The landing point of one of its fingers, in points of `view`; `nil` is the window.
    override open func location(ofTouch touchIndex: Int, in view: UIView?) -> CGPoint {
        guard !positions.isEmpty else { return .zero }
        let position = positions[min(max(touchIndex, 0), positions.count - 1)]
        return view?.fromWindow(position) ?? position
    }

    override open func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {
        positions = self.touches.map(\.landing)
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

    override open func reset() {
        super.reset()
        due = nil
    }
}
