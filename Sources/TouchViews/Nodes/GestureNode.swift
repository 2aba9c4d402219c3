import TouchCore

/// What happened to the fingers of a gesture.
enum StepCause {
    /// Fingers landed.
    case landed([UITouch])
    /// Fingers moved, or press otherwise.
    case moved([UITouch])
    /// Fingers lifted.
    case lifted([UITouch])
    /// A deadline has come.
    case time
    /// It takes over the fingers that another part of a sequence has had.
    case handover
}

/// What holds while a gesture takes what happened.
@MainActor
struct StepContext {
    /// When.
    let now: Timestamp
    /// The same as a date.
    let date: Date
    private let recognizer: UIGestureRecognizer

    init(_ event: UIEvent, _ recognizer: UIGestureRecognizer) {
        now = event.now
        date = event.date
        self.recognizer = recognizer
    }

    /// The fingers that the gesture has, in the order in which they landed.
    var touches: [UITouch] { recognizer.touches }

    /// Where a space's rectangle is now, in the window.
    func frame(of space: CoordinateSpace) -> CGRect {
        guard let view = recognizer.view else { return .zero }
        return (view.view(of: space) ?? view.window ?? view).windowFrame
    }
}

/// Where a gesture stands, whatever its values are.
enum GestureStage {
    case possible, active, ended, failed
}

/// Where a gesture stands, with its value.
enum GesturePhase<Value> {
    /// It may become its gesture; with a value where it has something to show already.
    case possible(Value?)
    /// It has begun.
    case active(Value)
    /// It has ended as it should.
    case ended(Value)
    /// It is not its gesture.
    case failed

    var stage: GestureStage {
        switch self {
        case .possible: .possible
        case .active: .active
        case .ended: .ended
        case .failed: .failed
        }
    }

    /// Its value, where it has any.
    var value: Value? {
        switch self {
        case .possible(let value): value
        case .active(let value), .ended(let value): value
        case .failed: nil
        }
    }

    /// Whether it may still go on.
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

/// A gesture at work: takes what fingers do (`step`), and calls the program once it may (`deliver`).
///
/// The two are apart since a gesture that has recognised may still have to wait for others.
@MainActor
class AnyGestureNode {
    /// When it wants to be asked though nothing happens.
    var deadline: Timestamp? { nil }
    /// Where it stands.
    var stage: GestureStage { .possible }
    /// How many taps it wants; `nil` for what is not a tap.
    var tapCount: Int? { nil }

    /// Whether it has as many fingers as it needs.
    var isArmed: Bool { true }

    /// Whether it follows any of some fingers.
    func follows(_ touches: [UITouch]) -> Bool { true }

    /// Whether a finger that lands after its end starts it again, though others rest.
    var restartsWhileFingersRest: Bool { false }

    /// Differs from its previous value after each change of the phase.
    var revision: Int { 0 }

    /// Takes what happened.
    func step(_ cause: StepCause, _ context: StepContext) {}

    /// Calls the program with where it stands, from the inside out.
    func deliver() {}

    /// What was transient goes back: it calls the program with nothing more of these fingers.
    func restore() {}

    /// Becomes possible; what was transient goes back.
    func reset() {}
}

/// A gesture at work, with its values.
class GestureNode<Value>: AnyGestureNode {
    /// Where it stands.
    var phase: GesturePhase<Value> { .failed }

    override var stage: GestureStage { phase.stage }

    /// Calls the program if the value is new. Gestures whose fingers move override it, because in a generic class
    /// each use of a generic value searches for its type.
    ///
    /// - Returns: whether there is a value before the end.
    func report(to callback: ChangeCallback<Value>) -> Bool { callback.receive(phase) }
}

/// What a program has called with each new value. By default each is new.
@MainActor
class ChangeCallback<Value> {
    private final let action: (Value) -> Void
    private final var last: Value?

    init(_ action: @escaping (Value) -> Void) {
        self.action = action
    }

    /// Whether a value is not new.
    func areEqual(_ left: Value, _ right: Value) -> Bool { false }

    /// Receives where the gesture stands. Returns whether that has a value before the end.
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
    /// The stage of `current`, kept apart: reading it from a generic value costs a search for its type.
    private final var currentStage = GestureStage.possible

    final override var stage: GestureStage { currentStage }

    final override var revision: Int { changes }

    final override var phase: GesturePhase<Value> { current }

    /// Takes what happened, while it may still go on.
    func take(_ cause: StepCause, _ context: StepContext) {}

    /// Forgets what the last fingers did.
    func clear() {}

    final override func step(_ cause: StepCause, _ context: StepContext) {
        guard currentStage == .possible || currentStage == .active else { return }
        take(cause, context)
    }

    final override func reset() {
        current = .possible(nil)
        clear()
    }
}

/// A gesture with something around it: passes everything on.
class WrapperNode<Base, Value>: GestureNode<Value> {
    final let base: GestureNode<Base>
    /// The revision that the program was told of.
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

    /// Calls the program with where it stands.
    func notify() {}

    /// What is transient in this one goes back.
    func restoreOwn() {}
}

/// A gesture with callbacks around it.
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
