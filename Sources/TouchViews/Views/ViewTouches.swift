import TouchCore

/// Hands touches to the views that they landed on, as far as the recognisers leave them these.
///
/// A view learns of a landing at once unless a recogniser of it delays that, of a lift once those that
/// delay it have failed; what a recogniser takes is cancelled.
@MainActor
final class ViewTouches {
    private struct Held {
        var touch: UITouch
        /// The landing has not been delivered.
        var begins: Bool
        /// The lift has not been delivered.
        var ends = false
    }

    private var held: [Held] = []

    /// Hands on what happened in one frame.
    func deliver(_ changed: [UITouch.Phase: [UITouch]], _ arbiter: Arbiter, _ event: UIEvent) {
        for touch in changed[.began] ?? [] where touch.view != nil {
            if isTaken(touch, arbiter) { continue }
            held.append(Held(touch: touch, begins: true))
            if !isDelayed(touch, arbiter, \.delaysTouchesBegan) { begin(touch, event) }
        }
        for touch in changed[.moved] ?? [] {
            guard held.contains(where: { $0.touch == touch && !$0.begins }) else { continue }
            touch.view?.touchesMoved([touch], with: event)
        }
        for touch in changed[.ended] ?? [] {
            guard let index = held.firstIndex(where: { $0.touch == touch }) else { continue }
            held[index].ends = true
        }
        for touch in changed[.cancelled] ?? [] { cancel(touch, event) }
    }

    /// Hands on what no recogniser delays any more.
    func release(_ arbiter: Arbiter, _ time: Timestamp) {
        let event = UIEvent(Set(held.map(\.touch)), at: time)
        for each in held {
            if each.begins, !isDelayed(each.touch, arbiter, \.delaysTouchesBegan) {
                begin(each.touch, event)
            }
            guard each.ends, held.contains(where: { $0.touch == each.touch }),
                !isDelayed(each.touch, arbiter, \.delaysTouchesEnded)
            else { continue }
            held.removeAll { $0.touch == each.touch }
            each.touch.view?.touchesEnded([each.touch], with: event)
        }
    }

    /// A recogniser that takes its touches from views was recognised.
    func cancel(takenBy recognizer: UIGestureRecognizer) {
        let event = UIEvent(Set(recognizer.touches), at: recognizer.touches.last?.time ?? .zero)
        for each in held where recognizer.sequence.contains(each.touch.id) {
            cancel(each.touch, event)
        }
    }

    /// A view goes away, with what it holds.
    func cancel(in view: UIView, _ time: Timestamp) {
        let event = UIEvent(Set(held.map(\.touch)), at: time)
        for each in held where each.touch.view?.isDescendant(of: view) == true {
            cancel(each.touch, event)
        }
    }

    private func begin(_ touch: UITouch, _ event: UIEvent) {
        guard let index = held.firstIndex(where: { $0.touch == touch }) else { return }
        held[index].begins = false
        touch.view?.touchesBegan([touch], with: event)
    }

    private func cancel(_ touch: UITouch, _ event: UIEvent) {
        guard let index = held.firstIndex(where: { $0.touch == touch }) else { return }
        let hasBegun = !held[index].begins
        held.remove(at: index)
        if hasBegun { touch.view?.touchesCancelled([touch], with: event) }
    }

    private func isTaken(_ touch: UITouch, _ arbiter: Arbiter) -> Bool {
        arbiter.active.contains {
            $0.sequence.contains(touch.id) && $0.cancelsTouchesInView && $0.committed != .possible
                && $0.committed != .failed
        }
    }

    private func isDelayed(
        _ touch: UITouch, _ arbiter: Arbiter, _ delays: (UIGestureRecognizer) -> Bool
    ) -> Bool {
        arbiter.active.contains {
            delays($0) && $0.committed == .possible && $0.sequence.contains(touch.id)
        }
    }
}

extension Timestamp {
    static var zero: Timestamp { Timestamp(microseconds: 0) }
}
