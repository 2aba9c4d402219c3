import TouchCore

/// Recognises a gesture of the fingers that land in its view: subclass it, or use those of this library.
///
/// A subclass receives touches in `touchesBegan` and the methods like it, and sets `state`. Once it
/// begins, others with the same fingers are prevented, unless a delegate, or the way in which it
/// was added, permits both.
@MainActor
open class UIGestureRecognizer {
    /// The state of a recogniser.
    public enum State: Int, Sendable {
        /// It may still be recognised.
        case possible
        /// It has begun; only for continuous gestures.
        case began
        /// It continues.
        case changed
        /// It was recognised and has ended; the only state of a recognised discrete gesture.
        case ended
        /// It had begun, and was cancelled.
        case cancelled
        /// It was not recognised.
        case failed

        /// The state of a recognised discrete gesture.
        public static let recognized = State.ended
    }

    /// The present state. A subclass sets it.
    ///
    /// A recogniser that has to wait for others to fail stays possible until they have.
    open var state: State {
        get { committed }
        set { arbiter?.request(newValue, by: self) }
    }

    /// Whether it receives touches; setting it to `false` cancels the recogniser.
    public var isEnabled = true {
        didSet {
            if !isEnabled { view?.window?.cancel(self) }
        }
    }

    /// The view that it was added to.
    public internal(set) weak var view: UIView?
    /// Decides how it competes with others.
    public weak var delegate: (any UIGestureRecognizerDelegate)?
    /// Its name, for people.
    public var name: String?
    /// Whether the view's touches are cancelled once it is recognised.
    public var cancelsTouchesInView = true
    /// Whether the view receives touches only once it has failed.
    public var delaysTouchesBegan = false
    /// Whether the view receives lifts only once it has failed.
    public var delaysTouchesEnded = true

    /// Its present touches, in the order in which they landed.
    var touches: [UITouch] = []
    /// All touches that it has had since it was last possible.
    var sequence: [Int] = []
    private var changedSet = TouchSetCache()
    /// Its precedence while it is active: those with a smaller number are called first.
    var order = 0
    /// The arbiter that has it.
    var arbiter: Arbiter?
    /// Whether it was added with high priority.
    var isHighPriority = false
    var committed = State.possible
    /// The state that it would have if it did not wait for others.
    var pending: State?
    /// Whether it continues beside any other.
    var isSimultaneous = false
    private var targets: [Target] = []
    private var requirements: [WeakRecognizer] = []

    /// A recogniser whose target is not called. A subclass that has another initialiser needs this one,
    /// too.
    public required init() {}

    /// A recogniser that calls a method of its target.
    public init<T: AnyObject>(target: T?, action: @escaping (T) -> () -> Void) {
        if let target { addTarget(target, action: action) }
    }

    /// A recogniser that calls nothing: `(target: nil, action: nil)`.
    public init(target: Any?, action: Never?) {}

    // MARK: What a subclass overrides

    /// Fingers landed.
    open func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {
        drive(.landed(inOrder(touches)))
    }

    /// Fingers moved, or their force changed.
    open func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent) {
        drive(.moved(self.touches))
    }

    /// Fingers lifted.
    open func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent) {
        drive(.lifted(inOrder(touches)))
    }

    /// Contacts proved not to be fingers, or their view was destroyed.
    open func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent) {
        // A contact beside those that it follows does not end it.
        guard node?.follows(inOrder(touches)) != false else { return }
        state = committed == .possible ? .failed : .cancelled
    }

    /// Called when the recogniser is possible again: a subclass forgets the last fingers.
    open func reset() {}

    /// Whether it prevents another once it is recognised.
    open func canPrevent(_ preventedGestureRecognizer: UIGestureRecognizer) -> Bool { true }

    /// Whether another prevents it.
    open func canBePrevented(by preventingGestureRecognizer: UIGestureRecognizer) -> Bool { true }

    /// Whether it has to wait until another has failed.
    open func shouldRequireFailure(of otherGestureRecognizer: UIGestureRecognizer) -> Bool { false }

    /// Whether another has to wait until it has failed.
    open func shouldBeRequiredToFail(by otherGestureRecognizer: UIGestureRecognizer) -> Bool {
        false
    }

    /// Stops receiving a touch.
    public func ignore(_ touch: UITouch, for event: UIEvent) {
        touches.removeAll { $0 == touch }
    }

    /// The number of its fingers.
    open var numberOfTouches: Int { touches.count }

    /// The middle of its fingers, in points of `view`; `nil` is the window.
    open func location(in view: UIView?) -> CGPoint {
        CGPoint.mean(positions.map { view?.fromWindow($0) ?? $0 })
    }

    /// The position of one of its fingers.
    ///
    /// - Parameters:
    ///   - touchIndex: 0 for the first that landed; greater indices mean the last.
    ///   - view: the view whose points are used; `nil` is the window.
    open func location(ofTouch touchIndex: Int, in view: UIView?) -> CGPoint {
        let positions = positions
        guard !positions.isEmpty else { return .zero }
        let position = positions[min(max(touchIndex, 0), positions.count - 1)]
        return view?.fromWindow(position) ?? position
    }

    // MARK: What this library's own override

    /// The positions of its fingers in the window, for programs.
    var positions: [CGPoint] { touches.map(\.position) }

    /// What recognises its gesture; `nil` if a subclass does by itself.
    var node: AnyGestureNode? { nil }

    /// Forgets the last fingers, before `reset`, which a subclass overrides.
    func forget() { node?.reset() }

    /// When it must be asked even without an input.
    var deadline: Timestamp? { committed == .possible && pending == nil ? node?.deadline : nil }

    /// Called when the deadline of the recogniser has passed.
    func timeReached(_ time: Timestamp) { drive(.time) }

    /// Receives its touches that an event changes.
    func receive(_ phase: UITouch.Phase, _ touches: [UITouch], _ event: UIEvent) {
        let set = changedSet.set(of: touches)
        switch phase {
        case .began: touchesBegan(set, with: event)
        case .moved: touchesMoved(set, with: event)
        case .ended: touchesEnded(set, with: event)
        case .cancelled: touchesCancelled(set, with: event)
        case .stationary: break
        }
        if phase == .ended || phase == .cancelled { changedSet.clear() }
    }

    /// Calls its targets after a change of state.
    func stateChanged() {
        let state = committed
        // If a target changes the state, that change has called the other targets already.
        for target in targets where committed == state { target.call(self) }
    }

    /// Called when it failed or was prevented before it began.
    func stateFailed() {}

    /// Whether it continues beside another, even if the other does not permit it.
    func allows(_ other: UIGestureRecognizer) -> Bool { false }

    /// Whether it is hidden from programs.
    var isPrivate: Bool { false }

    /// Whether it precedes the press of the button that it was added to.
    var goesBeforePress: Bool { true }

    /// Whether it has as many fingers as it needs.
    var isArmed: Bool { true }

    /// Whether it replaces gestures inside of its view that have begun, if they permit that.
    var overrides: Bool { false }

    /// The number of taps that it requires; `nil` if it is not a tap.
    var requiredTaps: Int? { nil }

    /// If two are on the same view, the one with the larger number is called first.
    var tapPrecedence: Int { 0 }

    /// Whether a finger that lands after its end starts it again while others rest.
    var restartsWhileFingersRest: Bool { false }
}

extension UIGestureRecognizer {
    private struct Target {
        weak var object: AnyObject?
        let call: (UIGestureRecognizer) -> Void
    }

    private struct WeakRecognizer {
        weak var recognizer: UIGestureRecognizer?
    }

    /// Whether it has touches, or may continue without one.
    var isInProgress: Bool { !touches.isEmpty || deadline != nil || pending != nil }

    /// Calls a method of a target with the recogniser, which is a `Sender`.
    fileprivate final func insert<T: AnyObject, Sender: UIGestureRecognizer>(
        _ target: T?, _ action: @escaping (T) -> (Sender) -> Void
    ) {
        guard let target else { return }
        targets.append(
            Target(object: target) { [weak target] recognizer in
                guard let target, let sender = recognizer as? Sender else { return }
                action(target)(sender)
            })
    }

    /// Calls a closure, which is kept alive.
    func insert(_ call: @escaping (UIGestureRecognizer) -> Void) {
        targets.append(Target(object: nil, call: call))
    }

    /// Calls a method of a target; the target is not kept alive.
    public func addTarget<T: AnyObject>(
        _ target: T, action: @escaping (T) -> () -> Void
    ) {
        targets.append(
            Target(object: target) { [weak target] _ in
                guard let target else { return }
                action(target)()
            })
    }

    /// Stops calling methods of a target; `nil` means all targets.
    public func removeTarget(_ target: AnyObject?, action: Never? = nil) {
        targets.removeAll { target == nil || $0.object === target }
    }

    /// Stops calling all methods of a target, whatever `action` is, because methods cannot be
    /// compared.
    public func removeTarget<T: AnyObject, Method>(
        _ target: T?, action: @escaping (T) -> Method
    ) {
        removeTarget(target)
    }

    /// Waits until another has failed before it is recognised.
    public func require(toFail otherGestureRecognizer: UIGestureRecognizer) {
        requirements.append(WeakRecognizer(recognizer: otherGestureRecognizer))
    }

    /// Whether it and another have, or had, a touch in common.
    func shares(_ other: UIGestureRecognizer) -> Bool {
        for id in sequence {
            for otherID in other.sequence where id == otherID { return true }
        }
        return false
    }

    /// Whether it was asked to wait until another has failed.
    func requires(_ other: UIGestureRecognizer) -> Bool {
        requirements.contains { $0.recognizer === other }
    }
}

/// Recognisers with the type of their class, so that an action for another class does not compile.
@MainActor
public protocol TargetedRecognizer: UIGestureRecognizer {
    /// A recogniser whose target is not called.
    init()
}

extension UIGestureRecognizer: TargetedRecognizer {}

extension TargetedRecognizer {
    /// A recogniser that calls a method of its target with itself.
    ///
    /// - Parameters:
    ///   - target: not kept alive.
    ///   - action: an unapplied method: `Screen.tapped(_:)`. Its parameter is this class, or one that this
    ///     inherits from.
    public init<T: AnyObject>(target: T?, action: @escaping (T) -> (Self) -> Void) {
        self.init()
        insert(target, action)
    }

    /// Calls a method of a target with the recogniser; the target is not kept alive.
    public func addTarget<T: AnyObject>(_ target: T, action: @escaping (T) -> (Self) -> Void) {
        insert(target, action)
    }
}

extension UIGestureRecognizer: Hashable {
    nonisolated public static func == (
        left: UIGestureRecognizer, right: UIGestureRecognizer
    ) -> Bool { left === right }

    nonisolated public func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(self))
    }
}

/// Decides how a recogniser competes with others; each method has a default.
@MainActor
public protocol UIGestureRecognizerDelegate: AnyObject {
    /// Whether it may begin. By default it may.
    func gestureRecognizerShouldBegin(_ gestureRecognizer: UIGestureRecognizer) -> Bool

    /// Whether both may continue. By default, only one may.
    func gestureRecognizer(
        _ gestureRecognizer: UIGestureRecognizer,
        shouldRecognizeSimultaneouslyWith otherGestureRecognizer: UIGestureRecognizer
    ) -> Bool

    /// Whether it waits until the other has failed. By default it does not.
    func gestureRecognizer(
        _ gestureRecognizer: UIGestureRecognizer,
        shouldRequireFailureOf otherGestureRecognizer: UIGestureRecognizer
    ) -> Bool

    /// Whether the other waits until it has failed. By default it does not.
    func gestureRecognizer(
        _ gestureRecognizer: UIGestureRecognizer,
        shouldBeRequiredToFailBy otherGestureRecognizer: UIGestureRecognizer
    ) -> Bool

    /// Whether it receives a finger that lands. By default it does.
    func gestureRecognizer(
        _ gestureRecognizer: UIGestureRecognizer, shouldReceive touch: UITouch
    ) -> Bool
}

extension UIGestureRecognizerDelegate {
    public func gestureRecognizerShouldBegin(_ gestureRecognizer: UIGestureRecognizer) -> Bool {
        true
    }

    public func gestureRecognizer(
        _ gestureRecognizer: UIGestureRecognizer,
        shouldRecognizeSimultaneouslyWith otherGestureRecognizer: UIGestureRecognizer
    ) -> Bool { false }

    public func gestureRecognizer(
        _ gestureRecognizer: UIGestureRecognizer,
        shouldRequireFailureOf otherGestureRecognizer: UIGestureRecognizer
    ) -> Bool { false }

    public func gestureRecognizer(
        _ gestureRecognizer: UIGestureRecognizer,
        shouldBeRequiredToFailBy otherGestureRecognizer: UIGestureRecognizer
    ) -> Bool { false }

    public func gestureRecognizer(
        _ gestureRecognizer: UIGestureRecognizer, shouldReceive touch: UITouch
    ) -> Bool { true }
}
