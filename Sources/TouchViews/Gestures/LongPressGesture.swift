import TouchCore

/// A finger that is held where it landed.
///
/// Its value is `true`: `onChanged` and `updating` are called at the landing, `onEnded` once it was held.
public struct LongPressGesture: Sendable {
    public typealias Value = Bool
    /// How long it has to be held, in seconds.
    public var minimumDuration: Double
    /// How far it may move until then, in points.
    public var maximumDistance: CGFloat
    /// How many fingers; SwiftUI has one alone.
    public var fingers = 1

    /// - Parameters:
    ///   - minimumDuration: how long it has to be held, in seconds.
    ///   - maximumDistance: how far it may move until then, in points.
    public init(minimumDuration: Double = 0.5, maximumDistance: CGFloat = 10) {
        self.minimumDuration = minimumDuration
        self.maximumDistance = maximumDistance
    }

    /// The same of so many fingers.
    ///
    /// - Parameters:
    ///   - minimumDuration: how long they have to be held, in seconds.
    ///   - maximumDistance: how far each may move until then, in points.
    ///   - fingers: how many.
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

    /// The gesture, with a callback for whether a finger is down that may still be held long enough.
    @MainActor
    func onPressingChanged(_ action: ((Bool) -> Void)?) -> some Gesture<Bool> {
        _CallbackGesture(base: self) { PressingNode($0, action) }
    }
}

private final class LongPressNode: LeafNode<Bool> {
    private let gesture: LongPressGesture
    private var landed = 0
    private var due: Timestamp?

    init(_ gesture: LongPressGesture) {
        self.gesture = gesture
    }

    override var deadline: Timestamp? { current.isOpen ? due : nil }

    override func take(_ cause: StepCause, _ context: StepContext) {
        switch cause {
        case .landed(let touches): land(touches.count, context)
        case .handover: land(context.touches.count, context)
        case .moved(let touches):
            for touch in touches where touch.travel > gesture.maximumDistance {
                current = .failed
            }
        case .lifted: current = .failed
        case .time: hold(context)
        }
    }

    private func land(_ count: Int, _ context: StepContext) {
        guard count > 0 else { return }
        landed += count
        guard landed <= gesture.fingers else { return current = .failed }
        guard landed == gesture.fingers else { return }
        current = .possible(true)
        // Also a hold of no time is pressing first; one that never ends has no deadline.
        due =
            gesture.minimumDuration.isFinite
            ? context.now.after(max(gesture.minimumDuration, 0)) : nil
    }

    private func hold(_ context: StepContext) {
        guard let due, due <= context.now else { return }
        current = .ended(true)
    }

    override func clear() {
        landed = 0
        due = nil
    }
}

/// Calls back when a finger comes, or goes, that may still be held long enough.
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
