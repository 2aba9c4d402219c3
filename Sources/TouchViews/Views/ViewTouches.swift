import TouchCore

/// Delivers touches to the views that they landed on, if no recogniser prevents it.
///
/// A view receives a landing immediately unless a recogniser delays it, and a lift once the
/// recognisers that delay it have failed. A touch that a recogniser takes is cancelled.
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
    private let event: UIEvent

    init(_ event: UIEvent) {
        self.event = event
    }

    /// Delivers one frame, the fingers of a view as one set.
    func deliver(_ changed: FrameTouches, _ arbiter: Arbiter) {
        for touch in changed.began where touch.view != nil {
            if isTaken(touch, arbiter) || isExtra(touch) { continue }
            held.append(Held(touch: touch, begins: true))
        }
        begin(changed.began, arbiter)
        move(changed.moved)
        for touch in changed.ended {
            guard let index = index(of: touch) else { continue }
            held[index].ends = true
        }
        cancel(changed.cancelled)
    }

    /// Delivers the touches that no recogniser delays any more.
    func release(_ arbiter: Arbiter) {
        guard isWaiting else { return }
        begin(held.map(\.touch), arbiter)
        let lifted = held.filter {
            $0.ends && !$0.begins && !isDelayed($0.touch, arbiter, \.delaysTouchesEnded)
        }.map(\.touch)
        call(lifted, if: { $0 != nil }) { [self] view, touches in
            held.removeAll { touches.contains($0.touch) }
            view.movedTouches.clear()
            view.touchesEnded(touches, with: event)
        }
        // Touches whose view was destroyed.
        held.removeAll { $0.touch.view == nil && $0.ends }
    }

    /// Whether the landing or the lift of any touch is not delivered yet.
    private var isWaiting: Bool {
        for each in held where each.begins || each.ends { return true }
        return false
    }

    /// Cancels the touches of views that a recognised recogniser takes.
    func cancel(takenBy recognizer: UIGestureRecognizer) {
        cancel(held.map(\.touch).filter { recognizer.sequence.contains($0.id) })
    }

    /// Handles the removal of a view and its subviews.
    func cancel(in view: UIView) {
        cancel(held.map(\.touch).filter { $0.view?.isDescendant(of: view) == true })
    }

    /// The window is destroyed.
    func cancelAll() {
        cancel(held.map(\.touch))
    }

    /// Delivers movements; allocates nothing while a view has the same fingers.
    private func move(_ touches: [UITouch]) {
        guard !held.isEmpty else { return }
        for (index, touch) in touches.enumerated() {
            guard let view = touch.view, isFirst(index, of: view, in: touches) else { continue }
            let own = moving(touches, from: index, on: view)
            if !own.isEmpty { view.touchesMoved(own, with: event) }
        }
    }

    private func isFirst(_ index: Int, of view: UIView, in touches: [UITouch]) -> Bool {
        for other in touches[..<index] where other.view === view { return false }
        return true
    }

    private func moving(
        _ touches: [UITouch], from first: Int, on view: UIView
    ) -> Set<UITouch> {
        group.removeAll(keepingCapacity: true)
        for touch in touches[first...] where touch.view === view {
            if let index = index(of: touch), !held[index].begins { group.append(touch) }
        }
        return group.isEmpty ? [] : view.movedTouches.set(of: group)
    }

    private var group: [UITouch] = []

    private func begin(_ touches: [UITouch], _ arbiter: Arbiter) {
        guard !touches.isEmpty else { return }
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

    private func cancel(_ touches: [UITouch]) {
        guard !touches.isEmpty else { return }
        let unknown = touches.filter { index(of: $0).map { held[$0].begins } == true }
        held.removeAll { unknown.contains($0.touch) }
        call(touches, if: { $0 != nil }) { [self] view, touches in
            held.removeAll { touches.contains($0.touch) }
            view.movedTouches.clear()
            view.touchesCancelled(touches, with: event)
        }
    }

    /// Calls each view with those of its touches that meet a condition. The condition is tested
    /// just before each call, because a callback may cancel the touches of other views.
    private func call(
        _ touches: [UITouch], if condition: (Held?) -> Bool, _ body: (UIView, Set<UITouch>) -> Void
    ) {
        var rest = touches.filter { $0.view != nil }
        while let view = rest.first?.view {
            let own = rest.filter { touch in
                touch.view === view && condition(index(of: touch).map { held[$0] })
            }
            if !own.isEmpty { body(view, Set(own)) }
            // Includes touches whose view a callback has destroyed.
            rest.removeAll { $0.view === view || $0.view == nil }
        }
    }

    private func index(of touch: UITouch) -> Int? {
        let held = held
        for index in held.indices where held[index].touch === touch { return index }
        return nil
    }

    /// Whether a touch is another finger on a view that receives only one at a time.
    private func isExtra(_ touch: UITouch) -> Bool {
        guard let view = touch.view, !view.isMultipleTouchEnabled else { return false }
        return event.touches.contains {
            $0.view === view && $0.id < touch.id && $0.phase != .ended && $0.phase != .cancelled
        }
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
