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

    /// Delivers one frame, the fingers of a view as one set.
    func deliver(_ changed: [UITouch.Phase: [UITouch]], _ arbiter: Arbiter, _ event: UIEvent) {
        for touch in changed[.began] ?? [] where touch.view != nil {
            if isTaken(touch, arbiter) || isExtra(touch, event) { continue }
            held.append(Held(touch: touch, begins: true))
        }
        begin(changed[.began] ?? [], arbiter, event)
        call(changed[.moved] ?? [], if: { $0?.begins == false }) {
            $0.touchesMoved($1, with: event)
        }
        for touch in changed[.ended] ?? [] {
            guard let index = index(of: touch) else { continue }
            held[index].ends = true
        }
        cancel(changed[.cancelled] ?? [], event)
    }

    /// Delivers what no recogniser delays any more.
    func release(_ arbiter: Arbiter, _ time: Timestamp) {
        guard !held.isEmpty else { return }
        let touches = held.map(\.touch)
        let event = UIEvent(Set(touches), at: time)
        begin(touches, arbiter, event)
        let lifted = held.filter {
            $0.ends && !$0.begins && !isDelayed($0.touch, arbiter, \.delaysTouchesEnded)
        }.map(\.touch)
        call(lifted, if: { $0 != nil }) { [self] view, touches in
            held.removeAll { touches.contains($0.touch) }
            view.touchesEnded(touches, with: event)
        }
        // Those whose view was destroyed.
        held.removeAll { $0.touch.view == nil && $0.ends }
    }

    /// A recogniser that takes its touches from views was recognised.
    func cancel(takenBy recognizer: UIGestureRecognizer) {
        let event = UIEvent(Set(recognizer.touches), at: recognizer.touches.last?.time ?? .zero)
        cancel(held.map(\.touch).filter { recognizer.sequence.contains($0.id) }, event)
    }

    /// A view goes away, with what it holds.
    func cancel(in view: UIView, _ time: Timestamp) {
        let event = UIEvent(Set(held.map(\.touch)), at: time)
        cancel(held.map(\.touch).filter { $0.view?.isDescendant(of: view) == true }, event)
    }

    private func begin(_ touches: [UITouch], _ arbiter: Arbiter, _ event: UIEvent) {
        let ready = touches.filter { touch in
            index(of: touch).map { held[$0].begins } == true
                && !isDelayed(touch, arbiter, \.delaysTouchesBegan)
        }
        call(ready, if: { $0?.begins == true }) { [self] view, touches in
            for touch in touches {
                if let index = index(of: touch) { held[index].begins = false }
            }
            view.touchesBegan(touches, with: event)
        }
    }

    private func cancel(_ touches: [UITouch], _ event: UIEvent) {
        let unknown = touches.filter { index(of: $0).map { held[$0].begins } == true }
        held.removeAll { unknown.contains($0.touch) }
        call(touches, if: { $0 != nil }) { [self] view, touches in
            held.removeAll { touches.contains($0.touch) }
            view.touchesCancelled(touches, with: event)
        }
    }

    /// Calls each view with its touches that pass a condition when its turn comes: a callback may cancel the
    /// touches of other views.
    private func call(
        _ touches: [UITouch], if condition: (Held?) -> Bool, _ body: (UIView, Set<UITouch>) -> Void
    ) {
        var rest = touches.filter { $0.view != nil }
        while let view = rest.first?.view {
            let own = rest.filter { touch in
                touch.view === view && condition(index(of: touch).map { held[$0] })
            }
            if !own.isEmpty { body(view, Set(own)) }
            // Also those whose view a callback has destroyed.
            rest.removeAll { $0.view === view || $0.view == nil }
        }
    }

    private func index(of touch: UITouch) -> Int? { held.firstIndex { $0.touch == touch } }

    /// Whether a touch is a further finger on a view that receives one at a time.
    private func isExtra(_ touch: UITouch, _ event: UIEvent) -> Bool {
        guard let view = touch.view, !view.isMultipleTouchEnabled else { return false }
        return event.allTouches?.contains {
            $0.view === view && $0.id < touch.id && $0.phase != .ended && $0.phase != .cancelled
        } == true
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
