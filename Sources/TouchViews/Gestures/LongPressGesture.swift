import TouchCore

/// A finger that stays where it landed.
///
/// Its value is `true`: `onChanged` and `updating` are called at the landing, `onEnded` after the
/// minimum duration.
public struct LongPressGesture: Sendable {
    public typealias Value = Bool
    /// The minimum duration, in seconds.
    public var minimumDuration: Double
    /// The maximum movement until then, in points.
    public var maximumDistance: CGFloat
    /// How many fingers; always one in SwiftUI.
    public var fingers = 1

    /// - Parameters:
    ///   - minimumDuration: the minimum duration, in seconds.
    ///   - maximumDistance: the maximum movement until then, in points.
    public init(minimumDuration: Double = 0.5, maximumDistance: CGFloat = 10) {
        self.minimumDuration = minimumDuration
        self.maximumDistance = maximumDistance
    }

    /// A long press of `fingers` fingers.
    ///
    /// - Parameters:
    ///   - minimumDuration: the minimum duration, in seconds.
    ///   - maximumDistance: the maximum movement of each until then, in points.
    ///   - fingers: the number of fingers.
    public init(
        minimumDuration: Double = 0.5, maximumDistance: CGFloat = 10, fingers: Int
    ) {
        self.init(minimumDuration: minimumDuration, maximumDistance: maximumDistance)
        self.fingers = checked(fingers, "fingers")
    }
}

extension LongPressGesture: Gesture {
    public typealias Body = Never

    public func _makeNode() -> GestureMachine<Bool> {
        GestureMachine(node: LongPressNode(self))
    }

    /// The gesture, with a callback that reports whether a finger is down that may still become a
    /// long press.
    @MainActor
    func onPressingChanged(_ action: ((Bool) -> Void)?) -> some Gesture<Bool> {
        PressingGesture(base: self, action: action)
    }
}

private struct PressingGesture: Gesture {
    typealias Body = Never

    let base: LongPressGesture
    let action: ((Bool) -> Void)?

    func _makeNode() -> GestureMachine<Bool> {
        GestureMachine(node: PressingNode(base.node, action))
    }
}

/// Fingers that stay where they landed. A press that lasts ends when they lift, another one after
/// the minimum duration.
final class LongPressNode: LeafNode<Bool> {
    var gesture: LongPressGesture
    /// The number of taps before it.
    var taps = 0
    private var tapped = 0
    private var landed = 0
    /// The fingers of the press while it lasts: others may land beside them once it has begun.
    private(set) var fingers: [UITouch] = []
    private var due: Timestamp?

    init(_ gesture: LongPressGesture, isLasting: Bool = false) {
        self.gesture = gesture
        super.init(isLasting: isLasting)
    }

    override var deadline: Timestamp? { current.stage == .possible ? due : nil }

    override func follows(_ touches: [UITouch]) -> Bool {
        fingers.isEmpty || fingers.hasAny(touches)
    }

    override func handle(_ cause: StepCause, _ context: StepContext) {
        switch cause {
        case .moved where hasBegun(context): current = .active(true)
        case .lifted(let touches) where hasBegun(context):
            if fingers.hasAny(touches) { current = .ended(true) }
        case .landed(let touches): land(touches.count, context)
        case .handover: land(context.touches.count, context)
        case .moved(let touches):
            for touch in touches where touch.travel > gesture.maximumDistance {
                current = .failed
            }
        case .lifted(let touches): lift(touches, context)
        case .time: hold(context)
        }
    }

    private func land(_ count: Int, _ context: StepContext) {
        guard count > 0, !hasBegun(context) else { return }
        if isLasting { fingers = context.touches }
        landed = isLasting ? fingers.count : landed + count
        guard landed <= gesture.fingers else { return current = .failed }
        guard landed == gesture.fingers else { return }
        current = .possible(true)
        let duration = tapped < taps ? Limits.tapDuration : gesture.minimumDuration
        // A press that does not last is `possible` first, even without a minimum duration. One of
        // infinite duration has no deadline.
        due = duration.isFinite ? context.now.after(max(duration, 0)) : nil
        if isLasting { hold(context) }
    }

    private func lift(_ touches: [UITouch], _ context: StepContext) {
        guard tapped < taps, landed == gesture.fingers else { return current = .failed }
        guard context.touches.allSatisfy(touches.has) else { return }
        tapped += 1
        landed = 0
        due = context.now.after(Limits.tapInterval)
    }

    private func hold(_ context: StepContext) {
        guard let due, due <= context.now else { return }
        let count = isLasting ? context.touches.count : landed
        guard count == gesture.fingers, tapped >= taps else { return current = .failed }
        current = isLasting ? .active(true) : .ended(true)
    }

    override func clear() {
        tapped = 0
        landed = 0
        fingers = []
        due = nil
    }
}

/// Calls back when a finger that may become a long press lands, and when it no longer may.
private final class PressingNode: CallbackNode<Bool> {
    private let action: ((Bool) -> Void)?
    private var isPressing = false

    init(_ base: GestureNode<Bool>, _ action: ((Bool) -> Void)?) {
        self.action = action
        super.init(base)
    }

    override func notify() {
        guard case .possible(true) = phase else { return restoreOwn() }
        guard !isPressing else { return }
        isPressing = true
        action?(true)
    }

    override func restoreOwn() {
        guard isPressing else { return }
        isPressing = false
        action?(false)
    }
}
