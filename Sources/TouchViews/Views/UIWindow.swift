import TouchCore

/// What a finger does, for a program that has touches from elsewhere: a toolkit, a compositor.
public struct TouchInput: Sendable, Hashable {
    /// What becomes of a finger.
    public enum Phase: Sendable, Hashable {
        /// It lands.
        case began
        /// It moves, or presses otherwise.
        case moved
        /// It lifts.
        case ended
        /// It turns out to be none, or nobody knows what became of it.
        case cancelled
    }

    /// Names the finger while it is down.
    public var id: Int
    /// What becomes of it.
    public var phase: Phase
    /// Where it is, in points of the window.
    public var location: CGPoint
    /// How hard it presses, 0 to 1; `nil` where nobody knows.
    public var force: CGFloat?

    /// A finger in one frame, in points of the window.
    public init(id: Int, phase: Phase, location: CGPoint, force: CGFloat? = nil) {
        self.id = id
        self.phase = phase
        self.location = location
        self.force = force
    }
}

/// The root of a tree of touch areas: takes what fingers do, and lets the gestures of its views recognise.
///
/// It has no thread and no clock: hand in frames as they come (`send`), and let time go on to
/// `nextDeadline` where none has come by then (`advance`). Callbacks run in these calls. `PanelDriver`
/// does so for a panel.
public final class UIWindow: UIView {
    let arbiter: Arbiter
    /// The time of the event that is being delivered.
    private(set) var now = Timestamp(microseconds: .min)
    let event = UIEvent()
    private let viewTouches: ViewTouches
    private var changed = FrameTouches()
    private var scratch: [UITouch] = []
    /// The fingers that are down, by what names them.
    private var touches: [Int: UITouch] = [:]
    private var lastID = 0
    private var lastTap: (place: CGPoint, time: Timestamp, count: Int)?
    private var isSending = false
    private var waiting: [(input: [TouchInput], time: Timestamp)] = []

    /// What stamps are counted from, for the dates of values: by default so that they are those of the
    /// clock on the wall, where stamps are the kernel's.
    public var stampOrigin: Date

    /// A window of a size in points.
    public init(size: CGSize) {
        viewTouches = ViewTouches(event)
        arbiter = Arbiter(viewTouches)
        stampOrigin = Date(timeIntervalSinceNow: -ProcessInfo.processInfo.systemUptime)
        super.init(frame: CGRect(origin: .zero, size: size))
    }

    isolated deinit {
        // Each holds a set that holds it.
        for touch in touches.values { touch.leave() }
        releaseSubviews()
        arbiter.leave()
        viewTouches.cancelAll()
    }

    /// When it wants to be called with `advance(to:)`, in seconds of the clock that stamps touches;
    /// `nil` while it waits for nothing.
    public var nextDeadline: TimeInterval? { nextDue?.seconds }

    var nextDue: Timestamp? { arbiter.nextDeadline }

    /// Takes what fingers did in one frame; deadlines up to its stamp fire first.
    ///
    /// - Parameters:
    ///   - input: the fingers that landed, moved or lifted.
    ///   - time: when, in seconds of any clock that does not go back.
    public func send(_ input: [TouchInput], at time: TimeInterval) {
        send(input, at: Timestamp(seconds: time))
    }

    /// Lets time go on: what waits for a time up to this one is called, in order.
    public func advance(to time: TimeInterval) {
        send([], at: Timestamp(seconds: time))
    }

    /// Cancels every finger: the device went away.
    public func cancelAllTouches() {
        let input = touches.map { id, touch in
            TouchInput(id: id, phase: .cancelled, location: touch.place)
        }
        send(input, at: now)
    }

    /// A callback may send input: it is processed after the present one.
    func send(_ input: [TouchInput], at time: Timestamp) {
        guard !isSending else { return waiting.append((input, time)) }
        isSending = true
        defer { isSending = false }
        process(input, time)
        while !waiting.isEmpty {
            let next = waiting.removeFirst()
            process(next.input, next.time)
        }
    }

    private func process(_ input: [TouchInput], _ time: Timestamp) {
        fireDeadlines(to: time)
        now = max(now, time)
        if isMovement(input) {
            deliver(input)
        } else {
            for part in inOrder(input) { deliver(part) }
        }
    }

    private func isMovement(_ input: [TouchInput]) -> Bool {
        for each in input where each.phase != .moved { return false }
        return true
    }

    /// A frame in parts: what lifts at a new place moved there, and is over before another lands; a finger
    /// may also land and lift in one frame.
    private func inOrder(_ input: [TouchInput]) -> [[TouchInput]] {
        let known = input.filter { $0.phase != .began && touches[$0.id] != nil }
        let moves = known.compactMap { each -> TouchInput? in
            if each.phase == .moved { return each }
            guard each.phase == .ended, each.location != touches[each.id]?.place else { return nil }
            return TouchInput(
                id: each.id, phase: .moved, location: each.location, force: each.force)
        }
        let landings = input.filter { $0.phase == .began }
        let brief = input.filter { each in
            each.phase != .began && touches[each.id] == nil
                && landings.contains { $0.id == each.id }
        }
        return [moves, known.filter { $0.phase != .moved }, landings, brief]
    }

    private func fireDeadlines(to time: Timestamp) {
        // Each must move its deadline on, or it is over.
        while let due = nextDue, due <= time {
            now = max(now, due)
            stamp()
            let ripe = arbiter.active.filter { $0.deadline.map { $0 <= due } == true }
            for recognizer in ripe { recognizer.timeReached(now) }
            arbiter.finishEvent()
            viewTouches.release(arbiter)
            // Each has moved its deadline on, or is over; else this would never end.
            let stays = ripe.contains { $0.deadline.map { $0 <= due } == true }
            if stays { return }
        }
    }

    /// Gives the event the present time.
    private func stamp() {
        event.now = now
        event.date = stampOrigin.addingTimeInterval(now.seconds)
    }

    /// The recognisers that receive a touch.
    func recognizers(receiving touch: UITouch) -> [UIGestureRecognizer] {
        arbiter.active.filter { $0.touches.contains(touch) }
    }

    /// Ends what the gestures of a view, and of what it holds, have under way.
    func cancelGestures(in view: UIView) {
        for recognizer in arbiter.active where recognizer.view?.isDescendant(of: view) == true {
            cancel(recognizer)
        }
        viewTouches.cancel(in: view)
    }

    /// Ends what a recogniser has under way, and gives it no more of its fingers.
    func cancel(_ recognizer: UIGestureRecognizer) {
        arbiter.cancel(recognizer)
        recognizer.touches = []
        if !isSending { arbiter.finishEvent() }
    }
}

/// One frame.
extension UIWindow {
    private func deliver(_ input: [TouchInput]) {
        guard !input.isEmpty else { return }
        changed.removeAll()
        stamp()
        for each in input {
            if let touch = update(each) { changed.append(touch) }
        }
        deliver(changed.moved, .moved)
        deliver(changed.ended, .ended)
        deliver(changed.cancelled, .cancelled)
        for touch in changed.began { assign(touch, event) }
        deliver(changed.began, .began)
        viewTouches.deliver(changed, arbiter)
        for touch in changed.ended { remove(touch) }
        for touch in changed.cancelled { remove(touch) }
        arbiter.finishEvent()
        viewTouches.release(arbiter)
        for touch in changed.moved { touch.phase = .stationary }
        for touch in changed.began { touch.phase = .stationary }
    }

    private func remove(_ touch: UITouch) {
        for recognizer in arbiter.active where recognizer.touches.has(touch) {
            recognizer.touches.removeAll { $0 === touch }
        }
        event.touches.remove(touch)
        touch.leave()
    }

    /// Takes one finger's input; `nil` where there is no such finger.
    private func update(_ input: TouchInput) -> UITouch? {
        let touch: UITouch
        switch input.phase {
        case .began:
            guard touches[input.id] == nil else { return nil }
            lastID += 1
            touch = UITouch(id: lastID, at: input.location, now)
            touch.window = self
            touch.tapCount = tapCount(of: touch)
            touches[input.id] = touch
            event.touches.insert(touch)
            touch.phase = .began
        case .moved:
            guard let known = touches[input.id] else { return nil }
            touch = known
            touch.move(to: input.location, at: now)
            touch.phase = .moved
        case .ended, .cancelled:
            guard let known = touches.removeValue(forKey: input.id) else { return nil }
            touch = known
            if input.location != touch.place { touch.move(to: input.location, at: now) }
            touch.phase = input.phase == .ended ? .ended : .cancelled
            if touch.phase == .ended { lastTap = (touch.place, now, touch.tapCount) }
        }
        if let force = input.force {
            touch.force = min(max(force, 0), 1)
            touch.maximumPossibleForce = 1
        }
        return touch
    }

    private func tapCount(of touch: UITouch) -> Int {
        guard let lastTap, now <= lastTap.time.after(Limits.tapInterval),
            lastTap.place.distance(to: touch.place) <= Limits.tapDistance
        else { return 1 }
        return lastTap.count + 1
    }

    /// Finds out whose a finger is that lands: the gestures of the view below it, and of those around that.
    private func assign(_ touch: UITouch, _ event: UIEvent) {
        guard let hit = hitTest(touch.place + boundsOrigin, with: event) else { return }
        touch.view = hit
        for view in hit.path {
            guard !view.isDisabled else { return }
            for attachment in view.attachments.reversed() {
                let mask = attachment.effectiveMask
                if mask.contains(.gesture) { assign(touch, to: attachment.recognizer) }
                guard mask.contains(.subviews) else { return }
            }
        }
    }

    private func assign(_ touch: UITouch, to recognizer: UIGestureRecognizer) {
        if !recognizer.committed.isOpen, recognizer.restartsWhileFingersRest,
            !recognizer.touches.isEmpty
        {
            arbiter.restart(recognizer)
        }
        guard recognizer.isEnabled, recognizer.committed.isOpen, recognizer.pending != .ended,
            recognizer.delegate?.gestureRecognizer(recognizer, shouldReceive: touch) != false
        else { return }
        recognizer.touches.append(touch)
        recognizer.sequence.append(touch.id)
        arbiter.activate(recognizer)
    }

    /// Calls those that receive any of some fingers, in the order of precedence.
    private func deliver(_ touches: [UITouch], _ phase: UITouch.Phase) {
        guard !touches.isEmpty else { return }
        // Moved out of the property: an array that is shared would be copied.
        var group: [UITouch] = []
        swap(&group, &scratch)
        for recognizer in arbiter.active where recognizer.committed.isOpen {
            let own = recognizer.touches
            group.removeAll(keepingCapacity: true)
            for touch in touches where own.has(touch) { group.append(touch) }
            if !group.isEmpty { recognizer.receive(phase, group, event) }
        }
        group.removeAll(keepingCapacity: true)
        swap(&group, &scratch)
    }
}

/// The touches that an event changes, by what happened to them.
@MainActor
struct FrameTouches {
    private(set) var began: [UITouch] = []
    private(set) var moved: [UITouch] = []
    private(set) var ended: [UITouch] = []
    private(set) var cancelled: [UITouch] = []

    init() {}

    mutating func append(_ touch: UITouch) {
        switch touch.phase {
        case .began: began.append(touch)
        case .moved: moved.append(touch)
        case .ended: ended.append(touch)
        case .cancelled: cancelled.append(touch)
        case .stationary: break
        }
    }

    mutating func removeAll() {
        began.removeAll(keepingCapacity: true)
        moved.removeAll(keepingCapacity: true)
        ended.removeAll(keepingCapacity: true)
        cancelled.removeAll(keepingCapacity: true)
    }
}

extension UIGestureRecognizer.State {
    /// Whether it may still go on.
    var isOpen: Bool { self == .possible || self == .began || self == .changed }
}
