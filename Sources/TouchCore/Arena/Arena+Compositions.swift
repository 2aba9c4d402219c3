/// Compositions: what the phases of the parts make of the whole.
///
/// The tables are SwiftUI's; docs/gestures/compositions.md has them.
extension Arena {
    /// Where a gesture stands, as the composition it is a part of sees it.
    enum PartPhase: Sendable {
        case possible, active, ended, failed
    }

    /// Where a node stands.
    func phase(
        of index: Int, _ moment: Moment, fingers: borrowing FingerTable
    ) -> PartPhase {
        switch recognizers.list[index].kind {
        case .simultaneous: simultaneousPhase(index, moment, fingers: fingers)
        case .sequence: sequencePhase(index, moment, fingers: fingers)
        case .exclusive: exclusivePhase(index, moment, fingers: fingers)
        default: leafPhase(index, moment, fingers: fingers)
        }
    }

    private func leafPhase(
        _ index: Int, _ moment: Moment, fingers: borrowing FingerTable
    ) -> PartPhase {
        let bit: UInt64 = 1 << UInt64(index)
        if live & bit != 0 { return .active }
        if ended & bit != 0 { return .ended }
        if dormant & bit != 0 { return .possible }
        let entry = recognizers.list[index]
        if hand.isEmpty, compositions[entry.root].awaitsLandingUntil != nil { return .possible }
        if arbiter.taps & bit != 0 {
            return mayTapOn(index, moment, fingers: fingers) ? .possible : .failed
        }
        return over & bit == 0 && !hand.isEmpty ? .possible : .failed
    }

    /// Whether a tap may come of what this hand did; of fingers that just land nothing is known.
    private func mayTapOn(
        _ index: Int, _ moment: Moment, fingers: borrowing FingerTable
    ) -> Bool {
        guard hand.isEmpty else { return mayTap(index, moment, fingers: fingers) }
        return recognizers.taps[recognizers.list[index].place].isCounting
    }

    /// Active while any is; over when all are, and then ended if one is.
    private func simultaneousPhase(
        _ index: Int, _ moment: Moment, fingers: borrowing FingerTable
    ) -> PartPhase {
        var whole = PartPhase.failed
        var part = index + 1
        while part < recognizers.list[index].end {
            switch phase(of: part, moment, fingers: fingers) {
            case .active: return .active
            case .possible: whole = .possible
            case .ended where whole == .failed: whole = .ended
            case .ended, .failed: break
            }
            part = recognizers.list[part].end
        }
        return whole
    }

    /// The first that has not ended decides; from the second on the whole has begun.
    private func sequencePhase(
        _ index: Int, _ moment: Moment, fingers: borrowing FingerTable
    ) -> PartPhase {
        let end = recognizers.list[index].end
        var part = index + 1
        while part < end {
            let phase = phase(of: part, moment, fingers: fingers)
            let next = recognizers.list[part].end
            guard next < end, lets(part, phase) else {
                let isFirst = part == index + 1
                return phase == .possible && !isFirst ? .active : phase
            }
            part = next
        }
        return .ended
    }

    /// Whether the next part of a sequence may start.
    private func lets(_ part: Int, _ phase: PartPhase) -> Bool {
        phase == .ended || phase == .active && recognizers.list[part].kind == .longPress
    }

    /// The first that speaks; one that ended is silent while one before it is possible.
    private func exclusivePhase(
        _ index: Int, _ moment: Moment, fingers: borrowing FingerTable
    ) -> PartPhase {
        var isPossible = false
        var part = index + 1
        while part < recognizers.list[index].end {
            switch phase(of: part, moment, fingers: fingers) {
            case .active: return .active
            case .ended: return isPossible ? .possible : .ended
            case .possible: isPossible = true
            case .failed: break
            }
            part = recognizers.list[part].end
        }
        return isPossible ? .possible : .failed
    }

    /// The part of an exclusive composition that speaks; `nil` while none has begun.
    func speaker(
        of index: Int, _ moment: Moment, fingers: borrowing FingerTable
    ) -> Int? {
        var part = index + 1
        while part < recognizers.list[index].end {
            switch phase(of: part, moment, fingers: fingers) {
            case .active, .ended: return part
            case .possible, .failed: part = recognizers.list[part].end
            }
        }
        return nil
    }
}

/// What becomes of the parts when one of them did something.
extension Arena {
    /// Starts what follows in sequences, and silences what has no precedence any more.
    mutating func advance(
        _ index: Int, _ moment: Moment, fingers: borrowing FingerTable
    ) {
        let entry = recognizers.list[index]
        guard entry.kind.isComposition else { return }
        var part = index + 1
        while part < entry.end {
            advance(part, moment, fingers: fingers)
            part = recognizers.list[part].end
        }
        if entry.kind == .sequence { wakeNext(of: index, moment, fingers: fingers) }
        if entry.kind == .exclusive, let speaker = speaker(of: index, moment, fingers: fingers),
            phase(of: index, moment, fingers: fingers) != .possible
        {
            let later = entry.mask & ~((2 << UInt64(recognizers.list[speaker].end - 1)) &- 1)
            leaveLife(later & arbiter.leaves)
            ended &= ~later
        }
    }

    private mutating func wakeNext(
        of index: Int, _ moment: Moment, fingers: borrowing FingerTable
    ) {
        let end = recognizers.list[index].end
        var part = index + 1
        while part < end {
            let next = recognizers.list[part].end
            guard next < end, lets(part, phase(of: part, moment, fingers: fingers)) else { return }
            if dormant & recognizers.list[next].mask == recognizers.list[next].mask & arbiter.leaves
            {
                wake(next)
                if ended & recognizers.list[part].mask != 0 {
                    awaitLanding(after: part, moment)
                }
            }
            part = next
        }
    }

    /// Lets a part of a sequence begin: of a sequence in it, the first part alone.
    private mutating func wake(_ index: Int) {
        let entry = recognizers.list[index]
        guard entry.kind.isComposition else {
            dormant &= ~entry.mask
            return
        }
        var part = index + 1
        while part < entry.end {
            wake(part)
            if entry.kind == .sequence { return }
            part = recognizers.list[part].end
        }
    }

    /// The next part needs fingers that land soon: as soon as taps do that count on.
    private mutating func awaitLanding(after part: Int, _ moment: Moment) {
        let entry = recognizers.list[part]
        let gapUs =
            entry.kind == .tap
            ? recognizers.taps[entry.place].maximumGapUs : TapRecognizer.defaultGapUs
        compositions[entry.root].awaitsLandingUntil = moment.time.advanced(byMicroseconds: gapUs)
    }
}
