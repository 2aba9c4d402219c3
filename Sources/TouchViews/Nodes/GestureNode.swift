import TouchCore

/// An input of a gesture: an action of its fingers.
enum StepCause {
    /// Fingers landed.
    case landed([UITouch])
    /// Fingers moved, or their force changed.
    case moved([UITouch])
    /// Fingers lifted.
    case lifted([UITouch])
    /// A deadline has passed.
    case time
    /// The gesture inherits the fingers of another part of a sequence.
    case handover
}

/// The surroundings of a gesture while it handles an input.
@MainActor
struct StepContext {
    /// The time of the input.
    let now: Timestamp
    /// The time of the input, as a date.
    let date: Date
    private let recognizer: UIGestureRecognizer

    init(_ event: UIEvent, _ recognizer: UIGestureRecognizer) {
        now = event.now
        date = event.date
        self.recognizer = recognizer
    }

    /// Whether the recogniser has begun.
    var hasBegun: Bool { recognizer.committed != .possible }

    /// The fingers of the gesture, in the order in which they landed.
    var touches: [UITouch] { recognizer.touches }

    /// The present rectangle of a space, in the window.
    func frame(of space: CoordinateSpace) -> CGRect {
        guard let view = recognizer.view else { return .zero }
        return (view.view(of: space) ?? view.window ?? view).windowFrame
    }
}

/// The stage of a gesture, without its value.
enum GestureStage {
    case possible, active, ended, failed
}

/// The phase of a gesture, with its value.
enum GesturePhase<Value> {
    /// It may still be recognised. It may already have a value.
    case possible(Value?)
    /// It has begun.
    case active(Value)
    /// It was recognised and has ended.
    case ended(Value)
    /// It was not recognised.
    case failed

    var stage: GestureStage {
        switch self {
        case .possible: .possible
        case .active: .active
        case .ended: .ended
        case .failed: .failed
        }
    }

    /// Its value, if it has one.
    var value: Value? {
        switch self {
        case .possible(let value): value
        case .active(let value), .ended(let value): value
        case .failed: nil
        }
    }

    /// Whether it may still continue.
    var isOpen: Bool { stage == .possible || stage == .active }

    func map<Other>(_ transform: (Value) -> Other) -> GesturePhase<Other> {
        switch self {
        case .possible(let value): .possible(value.map(transform))
        case .active(let value): .active(transform(value))
        case .ended(let value): .ended(transform(value))
        case .failed: .failed
        }
    }
}

/// An attached gesture: handles the actions of fingers (`step`), and calls the program once it may
/// (`deliver`).
///
/// These are separate because a recognised gesture may still have to wait for others.
@MainActor
class AnyGestureNode {
    /// When it must be asked even without an input.
    var deadline: Timestamp? { nil }
    /// Its stage.
    var stage: GestureStage { .possible }
    /// The number of taps that it requires; `nil` if it is not a tap.
    var tapCount: Int? { nil }

    /// Whether it has as many fingers as it needs.
    var isArmed: Bool { true }

    /// Whether it follows any of some fingers.
    func follows(_ touches: [UITouch]) -> Bool { true }

    /// Whether a finger that lands after its end starts it again while others rest.
    var restartsWhileFingersRest: Bool { false }

    /// Differs from its previous value after each change of the phase.
    var revision: Int { 0 }

    /// Handles an input.
    func step(_ cause: StepCause, _ context: StepContext) {}

    /// Calls the program with its phase, the innermost gesture first.
    func deliver() {}

    /// Resets transient states: these fingers cause no further call of the program.
    func restore() {}

    /// Becomes possible, and resets transient states.
    func reset() {}
}

/// An attached gesture with its values.
class GestureNode<Value>: AnyGestureNode {
    /// Its phase.
    var phase: GesturePhase<Value> { .failed }

    override var stage: GestureStage { phase.stage }

    /// Calls the program if the value is new. Gestures whose fingers move override it, because in a generic class
    /// each use of a generic value searches for its type.
    ///
    /// - Returns: whether there is a value before the end.
    func report(to callback: ChangeCallback<Value>) -> Bool { callback.receive(phase) }
}

/// The callback of a program for each new value. By default, every value is new.
@MainActor
class ChangeCallback<Value> {
    private final let action: (Value) -> Void
    private final var last: Value?

    init(_ action: @escaping (Value) -> Void) {
        self.action = action
    }

    /// Whether a value is not new.
    func areEqual(_ left: Value, _ right: Value) -> Bool { false }

    /// Receives the phase of the gesture. Returns whether the phase has a value before the end.
    @inline(__always)
    final func receive(_ phase: GesturePhase<Value>) -> Bool {
        switch phase {
        case .possible(let value?), .active(let value):
            if let last, areEqual(last, value) { return true }
            last = value
            action(value)
            return true
        case .possible(nil), .ended, .failed:
            last = nil
            return false
        }
    }

    /// Forgets the last value.
    final func reset() { last = nil }
}

/// A gesture that is not made of others: keeps its phase.
class LeafNode<Value>: GestureNode<Value> {
    final var current = GesturePhase<Value>.possible(nil) {
        didSet {
            changes &+= 1
            currentStage = current.stage
        }
    }
    private final var changes = 0
    /// The stage of `current`, stored separately: reading it from a generic value costs a search
    /// for its type.
    private final var currentStage = GestureStage.possible

    final override var stage: GestureStage { currentStage }

    final override var revision: Int { changes }

    final override var phase: GesturePhase<Value> { current }

    /// Whether it continues until the fingers lift, and is all of its recogniser, as UIKit's are.
    final let isLasting: Bool

    init(isLasting: Bool = false) {
        self.isLasting = isLasting
    }

    /// Whether it has begun. A program may begin a recogniser of UIKit's, and others may hold it back.
    final func hasBegun(_ context: StepContext) -> Bool {
        isLasting ? context.hasBegun : currentStage == .active
    }

    /// Handles an input if it may still continue.
    func handle(_ cause: StepCause, _ context: StepContext) {}

    /// Forgets the last fingers.
    func clear() {}

    final override func step(_ cause: StepCause, _ context: StepContext) {
        guard currentStage == .possible || currentStage == .active else { return }
        handle(cause, context)
    }

    final override func reset() {
        current = .possible(nil)
        clear()
    }
}

/// A wrapper around a gesture, which passes every call on.
class WrapperNode<Base, Value>: GestureNode<Value> {
    final let base: GestureNode<Base>
    /// The revision that was reported to the program.
    private final var notified = -1

    init(_ base: GestureNode<Base>) {
        self.base = base
    }

    final override var stage: GestureStage { base.stage }

    final override var deadline: Timestamp? { base.deadline }

    final override var tapCount: Int? { base.tapCount }

    final override var isArmed: Bool { base.isArmed }

    final override func follows(_ touches: [UITouch]) -> Bool { base.follows(touches) }

    final override var restartsWhileFingersRest: Bool { base.restartsWhileFingersRest }

    final override var revision: Int { base.revision }

    final override func step(_ cause: StepCause, _ context: StepContext) {
        base.step(cause, context)
    }

    final override func deliver() {
        base.deliver()
        let revision = base.revision
        guard revision != notified else { return }
        notified = revision
        notify()
    }

    final override func restore() {
        base.restore()
        restoreOwn()
    }

    final override func reset() {
        base.reset()
        restoreOwn()
    }

    /// Calls the program with its phase.
    func notify() {}

    /// Resets the transient state of this wrapper.
    func restoreOwn() {}
}

/// A gesture with callbacks.
class CallbackNode<Value>: WrapperNode<Value, Value> {
    final override var phase: GesturePhase<Value> { base.phase }

    final override func report(to callback: ChangeCallback<Value>) -> Bool {
        base.report(to: callback)
    }
}

/// A gesture with other values.
final class MapNode<Base, Value>: WrapperNode<Base, Value> {
    private let transform: (Base) -> Value

    init(_ base: GestureNode<Base>, _ transform: @escaping (Base) -> Value) {
        self.transform = transform
        super.init(base)
    }

    override var phase: GesturePhase<Value> { base.phase.map { transform($0) } }
}
