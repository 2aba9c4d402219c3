import TouchCore
import TouchTestSupport

/// Compares the expectations of a case with the emitted events.
extension FlutterReplay {
    /// Compares an `expect` step: words so far, numbers of events, or a velocity.
    mutating func compare(_ step: FlutterCase.Step, _ index: Int) {
        if let events = step.events {
            check(events.filter(Self.isReported) == words, "\(index) events")
        }
        let isForcePress = oracle.recogniser == "force_press"
        let pans = screen.events.filter { $0.values.kind == .drag }
        let emitted = screen.events.filter { !isForcePress || $0.values.kind == .deepPress }
        let began = emitted.count { $0.phase == .began }
        let ended = emitted.count { $0.phase == .ended }
        // A press that begins with this force has its peak at once. Each press has one peak.
        let peaked = emitted.contains { ($0.force ?? 0) >= 0.85 }
        check(step.started, began, .began, "\(index) started")
        check(step.ended, ended, .ended, "\(index) ended")
        check(step.updated, updates, nil, "\(index) updated")
        check(step.peaked, peaked ? 1 : 0, nil, "\(index) peaked")
        check(step.panStarted, pans.count { $0.phase == .began }, nil, "\(index) pan_started")
        compareVelocity(step, index)
        eventsBeforeStep = screen.events.count
    }

    /// Compares an `expect_update` step: the values of the newest touch.
    mutating func compareUpdate(_ step: FlutterCase.Step, _ index: Int) {
        let events = screen.events[eventsBeforeTouch...]
            .filter { $0.phase == .began || $0.phase == .changed }
        guard let event = events.last else { return check(false, "\(index) update") }
        if let pointers = step.pointers { check(event.fingers == pointers, "\(index) pointers") }
        if let focal = step.focal { check(isSamePosition(focal, event.position), "\(index) focal") }
        if let delta = step.delta {
            check(isSamePosition(delta, displacementSinceLast(event)), "\(index) delta")
        }
        if let scale = step.scale {
            let emitted = events.compactMap(\.values.scale).last ?? 1
            check(emitted.isNear(scale, within: 1e-3), "\(index) scale")
        }
        if let rotation = step.rotation {
            let emitted = (events.compactMap(\.values.rotation).last ?? 0) * .pi / 180
            // Flutter's steps are half turns, whose direction is ambiguous.
            let off = (emitted - rotation).remainder(dividingBy: 2 * .pi)
            check(off.magnitude <= 1e-3, "\(index) rotation")
        }
    }

    private mutating func compareVelocity(_ step: FlutterCase.Step, _ index: Int) {
        let scale = Self.millimetresPerPixel
        guard step.vx != nil || step.vxRange != nil || step.vy != nil else { return }
        let end = screen.events.last { $0.phase == .ended }
        guard let velocity = end?.values.velocity else {
            return check(false, "\(index) velocity")
        }
        if let vx = step.vx { check((velocity.x / scale).isNear(vx), "\(index) vx") }
        if let range = step.vxRange {
            check((range[0]...range[1]).contains(velocity.x / scale), "\(index) vx")
        }
        if let vy = step.vy { check((velocity.y / scale).isNear(vy), "\(index) vy") }
    }

    private mutating func check(_ isMet: Bool, _ expectation: String) {
        if !isMet { misses.append(expectation) }
    }

    /// - Parameter phase: the phase expected since the last expectation.
    private mutating func check(
        _ expected: FlutterCase.Occurrence?, _ count: Int, _ phase: GesturePhase?,
        _ expectation: String
    ) {
        switch expected {
        case .times(let number): check(count == number, expectation)
        case .happened(let happened):
            check(
                screen.events[eventsBeforeStep...].contains { $0.phase == phase } == happened,
                expectation)
        case nil: break
        }
    }

    private func isSamePosition(_ pixels: [Double], _ emitted: Point) -> Bool {
        let expected = Point(x: pixels[0], y: pixels[1]) * Self.millimetresPerPixel
        return (expected - emitted).length <= 0.1 * Self.millimetresPerPixel
    }

    /// The displacement of the centroid since the last event of the gesture.
    private func displacementSinceLast(_ event: GestureEvent) -> Point {
        let earlier = screen.events.last { $0.id == event.id && $0.time < event.time }
        return (event.values.translation ?? .zero) - (earlier?.values.translation ?? .zero)
    }
}

// Words.
extension FlutterReplay {
    private static func isReported(_ word: String) -> Bool {
        ["tap", "double_tap", "start", "move", "end"].contains(word) || word.hasPrefix("up#")
    }

    private var words: [String] {
        screen.events.map { event in
            switch (event.values.count, event.phase) {
            case (let count?, _):
                oracle.recogniser == "serial_tap" ? "up#\(count)" : oracle.recogniser
            case (_, .began): "start"
            case (_, .changed): "move"
            case (_, .ended): "end"
            case (_, .cancelled): "cancel"
            }
        }
    }
}
