import TouchCore

/// Decides which recognisers of the same fingers continue. Each window has one.
///
/// The recogniser that is recognised first wins, and prevents the others. In one event, recognisers
/// with precedence are asked first: those with high priority, then those of a view before those of
/// the views around it. The recogniser of a scrolling area precedes those of views in the area
/// that begin in the same event. A recogniser that waits for others to fail is pending until they
/// have.
@MainActor
final class Arbiter {
    /// The recognisers that have touches or continue without one, in the order of precedence.
    private(set) var active: [UIGestureRecognizer] = []
    private var isSettling = false
    private let viewTouches: ViewTouches

    init(_ viewTouches: ViewTouches) {
        self.viewTouches = viewTouches
    }

    /// Adds a recogniser that receives a touch.
    func activate(_ recognizer: UIGestureRecognizer) {
        guard recognizer.arbiter == nil else { return }
        recognizer.arbiter = self
        recognizer.order = precedence(of: recognizer)
        var index = active.count
        while index > 0, active[index - 1].order > recognizer.order { index -= 1 }
        active.insert(recognizer, at: index)
    }

    /// Releases the recognisers, which refer to this arbiter. Called when the window is destroyed.
    ///
    /// Recognisers whose view outlives the window are cancelled first, so that they work in the
    /// next window. No closure is called for a view that is destroyed with the window, because the
    /// objects that the closure refers to may be destroyed, too.
    func leave() {
        // Cancelling one must not recognise another that waits for it.
        for recognizer in active { recognizer.pending = nil }
        for recognizer in active where recognizer.view != nil { cancel(recognizer) }
        let released = active
        active = []
        for recognizer in released {
            recognizer.arbiter = nil
            recognizer.touches = []
            if recognizer.view != nil || !recognizer.isPrivate { makePossible(recognizer) }
        }
    }

    /// Makes a recogniser forget its last fingers.
    private func makePossible(_ recognizer: UIGestureRecognizer) {
        recognizer.committed = .possible
        recognizer.pending = nil
        recognizer.sequence = []
        recognizer.forget()
        recognizer.reset()
    }

    /// The recogniser with the smaller value is called first.
    private func precedence(of recognizer: UIGestureRecognizer) -> Int {
        let depth = recognizer.view?.depth ?? 0
        let index = recognizer.view?.index(of: recognizer) ?? 0
        let span = 1 << 20
        if recognizer.isHighPriority { return (depth << 32) - (index & (span - 1)) }
        let base = recognizer.overrides ? 1 << 60 : 2 << 60
        // Recognisers that a program adds to a button precede its press, except for SwiftUI's taps.
        let isAdded = recognizer.view is Button && recognizer.goesBeforePress
        let order = isAdded ? 0 : 1 << 31
        let taps = min(max(recognizer.tapPrecedence, 0), 255) << 20
        return base - (depth << 32) + order - taps + (index & (span - 1))
    }

    /// Resets a recogniser that has ended. It keeps its fingers that are still down.
    func restart(_ recognizer: UIGestureRecognizer) {
        recognizer.committed = .possible
        recognizer.pending = nil
        recognizer.sequence = recognizer.touches.map(\.id)
        recognizer.forget()
        recognizer.reset()
    }

    /// Handles a state that a recogniser requests.
    func request(_ state: UIGestureRecognizer.State, by recognizer: UIGestureRecognizer) {
        // A recogniser without a finger can neither begin nor end.
        guard recognizer.arbiter === self else { return }
        switch (recognizer.committed, state) {
        case (.possible, .possible), (.ended, _), (.cancelled, _), (.failed, _): break
        case (.possible, .failed), (.possible, .cancelled): fail(recognizer)
        case (.possible, .began), (.possible, .changed), (.possible, .ended):
            recognize(recognizer, state == .changed ? .began : state)
        case (_, .changed): commit(recognizer, .changed)
        case (_, .ended): commit(recognizer, .ended)
        case (_, .cancelled), (_, .failed): commit(recognizer, .cancelled)
        case (_, .possible), (_, .began): break
        }
    }

    /// Cancels a recogniser that has begun, and fails one that has not.
    func cancel(_ recognizer: UIGestureRecognizer) {
        guard recognizer.arbiter === self else { return }
        request(.cancelled, by: recognizer)
    }

    private func recognize(
        _ recognizer: UIGestureRecognizer, _ state: UIGestureRecognizer.State
    ) {
        // The delegate of a pending recogniser has been asked already.
        guard recognizer.isEnabled, !isPrevented(recognizer),
            recognizer.pending != nil
                || recognizer.delegate?.gestureRecognizerShouldBegin(recognizer) != false
        else { return fail(recognizer) }
        if isBlocked(recognizer) {
            recognizer.pending = state
            return
        }
        recognizer.pending = nil
        preventRivals(of: recognizer)
        commit(recognizer, state)
        // A recogniser that required this one to fail fails itself.
        for other in active
        where other.committed == .possible && requires(other, failureOf: recognizer) {
            fail(other)
        }
    }

    private func commit(_ recognizer: UIGestureRecognizer, _ state: UIGestureRecognizer.State) {
        recognizer.committed = state
        if state == .began || state == .ended, recognizer.cancelsTouchesInView {
            viewTouches.cancel(takenBy: recognizer)
        }
        recognizer.stateChanged()
        if state == .cancelled { settle() }
    }

    private func fail(_ recognizer: UIGestureRecognizer) {
        guard recognizer.committed == .possible else { return }
        recognizer.pending = nil
        recognizer.committed = .failed
        recognizer.stateFailed()
        settle()
    }

    /// Resumes the recognisers that waited for one that has failed.
    private func settle() {
        guard !isSettling else { return }
        isSettling = true
        defer { isSettling = false }
        var isDone = false
        while !isDone {
            isDone = true
            for recognizer in active {
                guard let state = recognizer.pending, !isBlocked(recognizer) else { continue }
                isDone = false
                recognize(recognizer, state)
            }
        }
    }

    /// Removes the recognisers that are over and have no finger any more.
    func finishEvent() {
        guard hasIdle else { return }
        for recognizer in active where recognizer.touches.isEmpty {
            switch recognizer.committed {
            case .possible where recognizer.isInProgress && !isStranded(recognizer): continue
            case .possible: fail(recognizer)
            // It waits for a finger that may still land.
            case .began where recognizer.deadline != nil: continue
            case .changed where recognizer.deadline != nil: continue
            case .began, .changed: request(.cancelled, by: recognizer)
            case .ended, .cancelled, .failed: break
            }
        }
        let over = active.filter { $0.touches.isEmpty && !$0.committed.isOpen }
        guard !over.isEmpty else { return }
        for recognizer in over { recognizer.arbiter = nil }
        active = active.filter { $0.arbiter != nil }
        for recognizer in over { makePossible(recognizer) }
        settle()
        // Recognisers that resumed because of that may be over, too.
        if active.contains(where: { $0.touches.isEmpty && $0.committed == .ended }) {
            finishEvent()
        }
    }
}

extension Arbiter {
    /// The earliest deadline.
    var nextDeadline: Timestamp? {
        var next: Timestamp?
        for recognizer in active { next = earlier(next, recognizer.deadline) }
        return next
    }

    /// Whether any recogniser has no finger.
    private var hasIdle: Bool {
        for recognizer in active where recognizer.touches.isEmpty { return true }
        return false
    }
}

/// Rules of precedence between recognisers.
extension Arbiter {
    /// The others that have, or had, a finger in common with a recogniser, and may not be
    /// recognised simultaneously with it.
    private func rivals(of recognizer: UIGestureRecognizer) -> [UIGestureRecognizer] {
        var found: [UIGestureRecognizer] = []
        for other in active where other !== recognizer && other.shares(recognizer) {
            if !isSimultaneous(other, recognizer) { found.append(other) }
        }
        return found
    }

    private func isSimultaneous(
        _ one: UIGestureRecognizer, _ other: UIGestureRecognizer
    ) -> Bool {
        if one.allows(other) || other.allows(one) { return true }
        if one.replaces(other) || other.replaces(one) { return false }
        return one.isSimultaneous || other.isSimultaneous
            || one.delegate?.gestureRecognizer(one, shouldRecognizeSimultaneouslyWith: other)
                == true
            || other.delegate?.gestureRecognizer(other, shouldRecognizeSimultaneouslyWith: one)
                == true
    }

    /// Whether another recogniser, which continues or has ended with the same fingers, prevents
    /// this one.
    private func isPrevented(_ recognizer: UIGestureRecognizer) -> Bool {
        rivals(of: recognizer).contains {
            // Scrolling may follow a recogniser that continued beside all others.
            if recognizer.replaces($0), $0.isSimultaneous { return false }
            return switch $0.committed {
            case .began, .changed, .ended:
                $0.canPrevent(recognizer) && recognizer.canBePrevented(by: $0)
            case .possible, .cancelled, .failed: false
            }
        }
    }

    private func isBlocked(_ recognizer: UIGestureRecognizer) -> Bool {
        for other in active
        where other !== recognizer && other.committed == .possible && other.isInProgress {
            if waits(recognizer, for: other) { return true }
        }
        return false
    }

    /// Whether a recogniser and all that it waits for have no finger: no input can end that wait.
    private func isStranded(_ recognizer: UIGestureRecognizer) -> Bool {
        guard recognizer.pending != nil, recognizer.touches.isEmpty, recognizer.deadline == nil
        else {
            return false
        }
        return active.allSatisfy {
            $0 === recognizer || !waits(recognizer, for: $0) || $0.committed != .possible
                || $0.touches.isEmpty && $0.deadline == nil
        }
    }

    /// Whether a recogniser has to wait until another has failed.
    private func requires(
        _ recognizer: UIGestureRecognizer, failureOf other: UIGestureRecognizer
    ) -> Bool {
        guard recognizer !== other else { return false }
        return recognizer.requires(other) || recognizer.shouldRequireFailure(of: other)
            || other.shouldBeRequiredToFail(by: recognizer)
            || recognizer.delegate?.gestureRecognizer(recognizer, shouldRequireFailureOf: other)
                == true
            || other.delegate?.gestureRecognizer(other, shouldBeRequiredToFailBy: recognizer)
                == true
    }

    private func waits(_ recognizer: UIGestureRecognizer, for other: UIGestureRecognizer) -> Bool {
        if requires(recognizer, failureOf: other) || isBelowHigh(recognizer, other) { return true }
        guard let own = recognizer.requiredTaps, let others = other.requiredTaps, others > own,
            other.shares(recognizer), !isSimultaneous(recognizer, other)
        else { return false }
        // A tap waits for a recogniser of more taps of its own view, or for one that precedes it.
        let isSameView =
            recognizer.view === other.view && recognizer.isHighPriority == other.isHighPriority
        return isSameView || other.order < recognizer.order
    }

    /// Whether another recogniser has high priority, its view encloses that of this one, and both
    /// share fingers.
    private func isBelowHigh(
        _ recognizer: UIGestureRecognizer, _ other: UIGestureRecognizer
    ) -> Bool {
        guard other.isHighPriority, !recognizer.isHighPriority, let view = recognizer.view,
            let outer = other.view, view !== outer, view.isDescendant(of: outer),
            other.isInProgress, other.isArmed, other.shares(recognizer)
        else { return false }
        return !isSimultaneous(recognizer, other)
    }

    private func preventRivals(of recognizer: UIGestureRecognizer) {
        for other in rivals(of: recognizer)
        where recognizer.canPrevent(other) && other.canBePrevented(by: recognizer) {
            if other.replaces(recognizer), recognizer.isSimultaneous { continue }
            if other.committed == .possible {
                fail(other)
            } else if recognizer.replaces(other) {
                cancel(other)
            }
        }
    }
}

/// The earlier of two times.
func earlier(_ one: Timestamp?, _ other: Timestamp?) -> Timestamp? {
    guard let one, let other else { return one ?? other }
    return min(one, other)
}
