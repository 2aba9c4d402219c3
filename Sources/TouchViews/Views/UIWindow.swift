import TouchCore

/// The action of a finger, for a program that receives touches from a toolkit or a compositor.
public struct TouchInput: Sendable, Hashable {
    /// The action of a finger.
    public enum Phase: Sendable, Hashable {
        /// It lands.
        case began
        /// It moves, or its force changes.
        case moved
        /// It lifts.
        case ended
        /// It proves not to be a finger, or its state is unknown.
        case cancelled
    }

    /// Identifies the finger while it is down.
    public var id: Int
    /// The action of the finger.
    public var phase: Phase
    /// Its position, in points of the window.
    public var location: CGPoint
    /// Its force, 0 to 1; `nil` if unknown.
    public var force: CGFloat?

    /// A finger in one frame, in points of the window.
    public init(id: Int, phase: Phase, location: CGPoint, force: CGFloat? = nil) {
        self.id = id
        self.phase = phase
        self.location = location
        self.force = force
    }
}

/// The root of a tree of touch areas: handles the actions of fingers, and recognises the gestures
/// of its views.
///
/// It has no thread and no clock: the program passes frames as they arrive (`send`), and advances
/// the time to `nextDeadline` if no frame has arrived by then (`advance`). Callbacks run in these
/// calls. `PanelDriver` does so for a panel.
public final class UIWindow: UIView {
    let arbiter: Arbiter
    /// The time of the event that is being delivered.
    private(set) var now = Timestamp(microseconds: .min)
    let event = UIEvent()
    private let viewTouches: ViewTouches
    private var changed = FrameTouches()
    private var scratch: [UITouch] = []
    /// The fingers that are down, by their identifiers.
    private var touches: [Int: UITouch] = [:]
    private var lastID = 0
    private var lastTap: (position: CGPoint, time: Timestamp, count: Int)?
    private var isSending = false
    private var waiting: [(input: [TouchInput], time: Timestamp)] = []

    /// The date of timestamp 0, for the dates of values. By default, dates agree with the wall
    /// clock if timestamps are the kernel's.
    public var stampOrigin: Date

    /// A window of a size in points.
    public init(size: CGSize) {
        viewTouches = ViewTouches(event)
        arbiter = Arbiter(viewTouches)
        stampOrigin = Date(timeIntervalSinceNow: -ProcessInfo.processInfo.systemUptime)
        super.init(frame: CGRect(origin: .zero, size: size))
    }

    isolated deinit {
        // Each touch and its set refer to each other.
        for touch in touches.values { touch.leave() }
        releaseSubviews()
        arbiter.leave()
        viewTouches.cancelAll()
    }

    /// When `advance(to:)` must be called, in seconds of the clock that stamps touches; `nil` if it
    /// waits for nothing.
    public var nextDeadline: TimeInterval? { nextDue?.seconds }

    var nextDue: Timestamp? { arbiter.nextDeadline }

    /// Handles the actions of fingers in one frame; deadlines up to its timestamp fire first.
    ///
    /// - Parameters:
    ///   - input: the fingers that landed, moved or lifted.
    ///   - time: the time of the frame, in seconds of any monotonic clock.
    public func send(_ input: [TouchInput], at time: TimeInterval) {
        send(input, at: Timestamp(seconds: time))
    }

    /// Advances to a time: deadlines up to it fire, in order.
    public func advance(to time: TimeInterval) {
        send([], at: Timestamp(seconds: time))
    }

    /// Cancels every finger, because the device was removed.
    public func cancelAllTouches() {
        let input = touches.map { id, touch in
            TouchInput(id: id, phase: .cancelled, location: touch.position)
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

    /// Divides a frame: a finger that lifts at a new position first moves there, and lifts before
    /// another lands. A finger may land and lift in one frame.
    private func inOrder(_ input: [TouchInput]) -> [[TouchInput]] {
        let known = input.filter { $0.phase != .began && touches[$0.id] != nil }
        let moves = known.compactMap { each -> TouchInput? in
            if each.phase == .moved { return each }
            guard each.phase == .ended, each.location != touches[each.id]?.position else {
                return nil
            }
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
        // Each must postpone its deadline, or be over.
        while let due = nextDue, due <= time {
            now = max(now, due)
            stamp()
            let ripe = arbiter.active.filter { $0.deadline.map { $0 <= due } == true }
            for recognizer in ripe { recognizer.timeReached(now) }
            arbiter.finishEvent()
            viewTouches.release(arbiter)
            // Each has postponed its deadline, or is over; otherwise this loop would never end.
            let stays = ripe.contains { $0.deadline.map { $0 <= due } == true }
            if stays { return }
        }
    }

    /// Sets the time of the event.
    private func stamp() {
        event.now = now
        event.date = stampOrigin.addingTimeInterval(now.seconds)
    }

    /// The recognisers that receive a touch.
    func recognizers(receiving touch: UITouch) -> [UIGestureRecognizer] {
        arbiter.active.filter { $0.touches.contains(touch) }
    }

    /// Cancels the gestures of a view and its subviews that have begun.
    func cancelGestures(in view: UIView) {
        for recognizer in arbiter.active where recognizer.view?.isDescendant(of: view) == true {
            cancel(recognizer)
        }
        viewTouches.cancel(in: view)
    }

    /// Cancels a recogniser, which stops receiving its fingers.
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

    /// Handles the input of one finger; returns `nil` if there is no such finger.
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
            if input.location != touch.position { touch.move(to: input.location, at: now) }
            touch.phase = input.phase == .ended ? .ended : .cancelled
            if touch.phase == .ended { lastTap = (touch.position, now, touch.tapCount) }
        }
        if let force = input.force {
            touch.force = min(max(force, 0), 1)
            touch.maximumPossibleForce = 1
        }
        return touch
    }

    private func tapCount(of touch: UITouch) -> Int {
        guard let lastTap, now <= lastTap.time.after(Limits.tapInterval),
            lastTap.position.distance(to: touch.position) <= Limits.tapDistance
        else { return 1 }
        return lastTap.count + 1
    }

    /// Finds the recognisers of a finger that lands: those of the view below it, and of the views
    /// around that one.
    private func assign(_ touch: UITouch, _ event: UIEvent) {
        guard let hit = hitTest(touch.position + boundsOrigin, with: event) else { return }
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

    /// Calls the recognisers that receive any of the given fingers, in the order of precedence.
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

/// The touches that an event changes, by their phase.
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
    /// Whether it may still continue.
    var isOpen: Bool { self == .possible || self == .began || self == .changed }
}
