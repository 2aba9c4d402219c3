/// How near gestures come that have not begun.
extension Explainer {
    func noteAttempts(
        _ look: ArenaLook, _ arena: borrowing Arena, _ account: inout HandAccount,
        fingers: borrowing FingerTable
    ) {
        for node in SlotSequence(arena.candidates & ~arena.arbiter.taps & ~arena.arbiter.swipes) {
            if let attempt = attempt(node, look, arena, fingers: fingers) {
                account.take(attempt, of: node)
            } else if account.held[node] == nil {
                account.held[node] = hindrance(node, look, arena, fingers: fingers)
            }
        }
    }

    /// What a candidate misses in this frame; `nil`: nothing.
    private func attempt(
        _ node: Int, _ look: ArenaLook, _ arena: borrowing Arena, fingers: borrowing FingerTable
    ) -> Attempt? {
        switch arena.thresholds(nodes, of: node) {
        case .longPress(let thresholds):
            let us = look.moment.time.microseconds(since: arena.hand.firstLanding)
            return .first(of: [
                .shorter(.pressDuration, us: us, than: thresholds.minimumDuration.microseconds)
            ])
        case .drag(let thresholds):
            let moved = arena.origins.translation(of: arena.hand.fingers, fingers: fingers)
            return drag(moved, thresholds)
        case .magnify(let thresholds): return magnify(arena, thresholds)
        case .rotate(let thresholds): return rotate(arena, thresholds)
        case .deepPress(let thresholds):
            return deepPress(thresholds, look, arena, fingers: fingers)
        case .force where look.moment.forceSource == nil:
            return Attempt(met: 0, reason: .noForce)
        case .force, .press, .tap, .swipe, .composition, .custom: return nil
        }
    }

    private func drag(_ moved: Point, _ thresholds: DragThresholds) -> Attempt? {
        let squared =
            switch thresholds.axis {
            case .any: moved.squaredLength
            case .horizontal: moved.x * moved.x
            case .vertical: moved.y * moved.y
            }
        let minimum = thresholds.minimumDistance
        guard !(squared > minimum * minimum) else { return nil }
        return .first(of: [
            .of(.distance, min(squared.squareRoot(), minimum), .moreThan, minimum)
        ])
    }

    private func magnify(_ arena: borrowing Arena, _ thresholds: MagnifyThresholds) -> Attempt? {
        let change = abs(arena.motion.spreadChange)
        let travel = arena.motion.translation.length
        return .first(of: [
            .of(.spread, change, .atLeast, thresholds.minimumDistance),
            .of(.scale, abs(arena.motion.scale - 1), .atLeast, thresholds.minimumScale),
            .of(.spreadShare, change, .atLeast, thresholds.minimumShare * travel),
            .of(.radius, arena.motion.radius, .atLeast, thresholds.minimumRadius),
        ])
    }

    private func rotate(_ arena: borrowing Arena, _ thresholds: RotateThresholds) -> Attempt? {
        let angle = abs(arena.motion.angle)
        let arc = angle * arena.motion.radius
        let travel = arena.motion.translation.length
        return .first(of: [
            .of(.rotation, angle * 180 / .pi, .atLeast, thresholds.minimumRotation),
            .of(.arc, arc, .atLeast, thresholds.minimumDistance),
            .of(.arcShare, arc, .atLeast, thresholds.minimumShare * travel),
            .of(.radius, arena.motion.radius, .atLeast, thresholds.minimumRadius),
        ])
    }

    private func deepPress(
        _ thresholds: DeepPressThresholds, _ look: ArenaLook, _ arena: borrowing Arena,
        fingers: borrowing FingerTable
    ) -> Attempt? {
        guard look.moment.forceSource != nil else { return Attempt(met: 0, reason: .noForce) }
        let force = fingers.force(of: arena.hand.fingers)
        let settled = fingers.settledForce(of: arena.hand.fingers)
        let us = look.moment.time.microseconds(since: arena.hand.firstLanding)
        let isCalibrated = look.moment.isForceCalibrated
        let leastUs = isCalibrated ? DeepPressRecognizer.calibratedDelayUs : Finger.settlingUs
        let ratio = DeepPressRecognizer.settledRatio * settled
        return .first(of: [
            .of(.force, force, .atLeast, thresholds.threshold),
            .shorter(.forceAge, us: us, than: leastUs),
            isCalibrated ? nil : .of(.forceRatio, force, .atLeast, ratio),
        ])
    }

    /// What keeps a candidate back that misses nothing.
    private func hindrance(
        _ node: Int, _ look: ArenaLook, _ arena: borrowing Arena, fingers: borrowing FingerTable
    ) -> GestureExplanation.Reason? {
        let entry = arena.recognizers.list[node]
        let isWhole = arena.arbiter.presses & (1 << UInt64(node)) != 0 && entry.kind != .deepPress
        if !isWhole, entry.kind != .force {
            switch look.step {
            case .move(let handChanges) where handChanges: return .fingersChanged
            case .land, .lift, .reject: return .fingersChanged
            case .move, .fire, .clear: break
            }
            if look.moment.time < arena.hand.quietUntil { return .liftQuiet }
        }
        guard !entry.isPart, arena.isBlocked(entry.root, look.moment, fingers: fingers) else {
            return nil
        }
        return waits(node, arena)
    }
}
