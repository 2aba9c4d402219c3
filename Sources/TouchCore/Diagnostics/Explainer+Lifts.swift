/// What fingers that are about to lift rule out.
extension Explainer {
    /// Holds the groups of which the last finger lifts against the thresholds of taps.
    func judgeTaps(
        _ look: ArenaLook, _ arena: borrowing Arena, _ lifted: UInt64,
        _ account: inout HandAccount, fingers: borrowing FingerTable
    ) {
        for place in SlotSequence(arena.groups.present) {
            guard var group = arena.groups[place], group.down & lifted != 0 else { continue }
            group.lift(group.down & lifted, fingers: fingers)
            guard group.down == 0 else { continue }
            for node in SlotSequence(arena.arbiter.taps & ~arena.dormant) {
                guard case .tap(let thresholds) = arena.thresholds(nodes, of: node) else {
                    continue
                }
                if let reason = failure(of: group, thresholds, node, account, look.moment.time) {
                    if account.causes[node] == nil { account.causes[node] = reason }
                    forgetTap(look, node)
                } else {
                    account.passed[node] = .some(
                        tapBreak(group, thresholds, lastTap(look, node)))
                }
            }
        }
    }

    private func failure(
        of group: TapGroup, _ thresholds: TapThresholds, _ node: Int, _ account: HandAccount,
        _ time: Timestamp
    ) -> GestureExplanation.Reason? {
        guard thresholds.fingers.contains(group.count) else { return .fingers(group.count) }
        let durationUs = time.microseconds(since: group.firstLanding)
        let missed =
            Shortfall.longer(.tapDuration, us: durationUs, than: thresholds.maximumDuration)
            ?? .longer(
                .travel, squared: group.squaredTravel, than: thresholds.maximumDistance)
            ?? .longer(
                .separation, squared: group.squaredSeparation, than: thresholds.maximumSeparation)
        if let missed { return .missed(missed) }
        guard group.lost & (1 << UInt64(node)) != 0 else { return nil }
        return account.winners[node].map { .lost(to: $0) } ?? .incomplete
    }

    /// Why a tap starts a count anew though one was under way; `nil` where none was lately.
    private func tapBreak(
        _ group: TapGroup, _ thresholds: TapThresholds, _ before: TapRecognizer.Run?
    ) -> GestureExplanation.TapBreak? {
        guard let before else { return nil }
        let gapUs = group.firstLanding.microseconds(since: before.liftedAt)
        guard gapUs <= 1_000_000 else { return nil }
        let mostUs = Limit.microseconds(thresholds.maximumGap)
        let leastUs = thresholds.minimumGap.microseconds
        if gapUs < leastUs { return .gap(us: gapUs, limitUs: leastUs) }
        if gapUs > mostUs { return .gap(us: gapUs, limitUs: mostUs) }
        guard group.count == before.fingers else {
            return .fingers(group.count, before: before.fingers)
        }
        let squared = group.landing.squaredDistance(to: before.place)
        guard squared > Limit.squared(thresholds.maximumSpacing) else { return nil }
        return .spacing(squared.squareRoot(), limit: thresholds.maximumSpacing)
    }

    /// What belongs to the whole hand and has not begun is over with the first lift.
    func judgePresses(
        _ look: ArenaLook, _ arena: borrowing Arena, _ account: inout HandAccount
    ) {
        guard arena.hand.isFresh else { return }
        for node in SlotSequence(arena.candidates & arena.arbiter.presses) {
            if case .longPress(let thresholds) = arena.thresholds(nodes, of: node) {
                let age = look.moment.time.microseconds(since: arena.hand.firstLanding)
                let missed = Shortfall.shorter(
                    .pressDuration, us: age, than: thresholds.minimumDuration.microseconds)
                if let missed { account.pending[node] = .missed(missed) }
            } else if let attempt = account.attempts[node] {
                account.pending[node] = account.held[node] ?? attempt.reason
            }
            if account.pending[node] == nil { account.pending[node] = account.held[node] }
        }
    }

    /// Swipes are judged by the values of the first lift, and by when the last comes.
    func judgeSwipes(
        _ look: ArenaLook, _ arena: borrowing Arena, _ lifted: UInt64,
        _ account: inout HandAccount, fingers: borrowing FingerTable
    ) {
        let open = arena.arbiter.swipes & ~(arena.over | arena.dormant | arena.ended)
        for node in SlotSequence(open) {
            if arena.hand.isFresh {
                account.pending[node] = stroke(node, look, arena, fingers: fingers)
            } else if arena.hand.fingers == lifted, let first = account.firstLift {
                let missed = Shortfall.longer(
                    .liftSpread, us: look.moment.time.microseconds(since: first),
                    than: .microseconds(SwipeRecognizer.liftWindowUs))
                if let missed { account.pending[node] = .missed(missed) }
            }
        }
    }

    /// The first threshold that a stroke misses, in the recogniser's order.
    private func stroke(
        _ node: Int, _ look: ArenaLook, _ arena: borrowing Arena, fingers: borrowing FingerTable
    ) -> GestureExplanation.Reason? {
        guard case .swipe(let thresholds) = arena.thresholds(nodes, of: node) else { return nil }
        let ways = arena.recognizers.swipes[arena.recognizers.list[node].place].ways
        let travel = fingers.displacement(of: arena.hand.fingers)
        let length = travel.length
        let us = look.moment.time.microseconds(since: arena.hand.firstLanding)
        let before = arena.trace.displacement(
            at: look.moment.time.advanced(byMicroseconds: -SwipeRecognizer.flickWindowUs))
        let flick = travel.squaredDistance(to: before).squareRoot()
        let wander = Limit.length(thresholds.maximumWander) * length
        let missed =
            Shortfall.of(.distance, length, .atLeast, thresholds.minimumDistance)
            ?? .longer(.swipeDuration, us: us, than: thresholds.maximumDuration)
            ?? (us > 0
                ? .of(.speed, length * 1e6 / Double(us), .atLeast, thresholds.minimumSpeed) : nil)
            ?? .of(.flick, flick, .atLeast, thresholds.minimumFlick)
            ?? .of(.wander, arena.trace.wander(to: travel), .atMost, wander)
            ?? ways.shortfall(of: travel)
        if let missed { return .missed(missed) }
        return fingers.allGo(along: travel, hand: arena.hand.fingers) ? nil : .apart
    }
}

extension SwipeWays {
    /// How far a stroke is from the nearest direction that counts, where that is too far.
    fileprivate func shortfall(of travel: Point) -> Shortfall? {
        guard let nearest = nearest(to: travel) else { return nil }
        let degree = 180 / Double.pi
        return .of(
            .deviation, nearest.deviation * degree, .atMost, maximumDeviation * degree)
    }
}
