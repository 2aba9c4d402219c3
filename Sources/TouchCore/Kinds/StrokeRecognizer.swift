/// Recognises a shape that one finger draws.
///
///     waiting ──lift──▶ recognised
///        │       └─ too small, too slow, straight, unlike any shape ──▶ failed
///        └──lift, and a shape has more parts──▶ between ──landing──▶ waiting
///                                                  └──maximumGap──▶ recognised, or failed
///
/// It compares the path that the hand records. Without shapes of several parts it has no state.
struct StrokeRecognizer: Recognizer {
    static let traits: KindTraits = [.stroke, .recordsPath, .discrete, .neverWins, .independent]

    /// A part that is too late is explained up to this many times `maximumGap` after the last lift.
    private static let explainedGaps: Int64 = 3

    private let matcher: StrokeMatcher
    private let minimumScore: Double
    private let minimumSize: Double
    private let maximumDurationUs: Int64
    private let maximumGapUs: Int64
    /// The parts of a drawing under way.
    private var parts: StrokeParts

    init(_ thresholds: StrokeThresholds) {
        matcher = StrokeMatcher(
            thresholds.templates, points: thresholds.points,
            maximumRotation: thresholds.rotation == .any
                ? .pi : thresholds.maximumRotation * .pi / 180,
            allowsReversed: thresholds.direction == .either)
        minimumScore = thresholds.score
        minimumSize = thresholds.minimumSize
        maximumDurationUs = Limit.microseconds(thresholds.maximumDuration)
        maximumGapUs = Limit.microseconds(thresholds.maximumGap)
        parts = StrokeParts(limit: matcher.maximumParts, pointCount: matcher.count)
    }

    /// When the drawing to which the finger belongs began.
    private func start(_ hand: borrowing Hand) -> Timestamp {
        parts.continues(with: hand, gapUs: maximumGapUs) ? parts.firstLanding : hand.firstLanding
    }

    /// The maximum that the finger exceeds at `time`; `nil` if there is none.
    func exceeded(_ hand: borrowing Hand, at time: Timestamp) -> UnmetThreshold? {
        hand.isFresh ? tooLong(from: start(hand), to: time) : nil
    }

    private func tooLong(from start: Timestamp, to end: Timestamp) -> UnmetThreshold? {
        let us = end.microseconds(since: start)
        return us > maximumDurationUs ? .above(.strokeDuration, us: us, maximumDurationUs) : nil
    }

    /// When the drawing has taken too long; `never` if there is no limit.
    func nextDeadline(_ hand: borrowing Hand) -> Timestamp {
        Self.end(of: maximumDurationUs, from: start(hand))
    }

    /// Handles the lift of the finger.
    mutating func lift(
        of hand: borrowing Hand, at time: Timestamp, fingers: borrowing FingerTable
    ) -> LiftAction {
        guard hand.isFresh else { return .fail }
        if matcher.maximumParts > 1 {
            addPart(hand, at: time, fingers: fingers)
            guard parts.count == matcher.maximumParts else { return .none }
            return judgeParts().map { .recognize($0) } ?? .fail
        }
        guard case .shape(let match) = judge(hand, at: time, fingers: fingers)
        else { return .fail }
        return .recognize(
            RecognizedGesture(
                fingers: hand.count, position: fingers.centroid(of: hand.fingers),
                force: fingers.force(of: hand.fingers), landedAt: hand.firstLanding,
                since: hand.firstLanding, values: match.values))
    }

    /// The first threshold that the stroke misses if the finger lifts at `time`; `nil` if it meets
    /// all, or waits for another part.
    func unmet(
        _ hand: borrowing Hand, at time: Timestamp, fingers: borrowing FingerTable
    ) -> UnmetThreshold? {
        guard case .missed(let unmet) = judgement(hand, at: time, fingers: fingers) else {
            return nil
        }
        return unmet
    }

    private enum Judgement {
        case shape(StrokeMatch)
        case missed(UnmetThreshold)
    }

    private func judgement(
        _ hand: borrowing Hand, at time: Timestamp, fingers: borrowing FingerTable
    ) -> Judgement? {
        guard matcher.maximumParts > 1 else { return judge(hand, at: time, fingers: fingers) }
        // A copy with storage of its own: only explanations need it.
        var copy = self
        copy.addPart(hand, at: time, fingers: fingers)
        guard copy.parts.count < matcher.maximumParts else { return copy.judgement() }
        let us = hand.firstLanding.microseconds(since: parts.lastLift)
        guard copy.parts.count == 1, parts.lastLift.microseconds > .min, us > maximumGapUs,
            us / Self.explainedGaps <= maximumGapUs
        else { return nil }
        return .missed(.above(.partGap, us: us, maximumGapUs))
    }

    private func judge(
        _ hand: borrowing Hand, at time: Timestamp, fingers: borrowing FingerTable
    ) -> Judgement {
        if let exceeded = exceeded(hand, at: time) { return .missed(exceeded) }
        let end = fingers.displacement(of: hand.fingers)
        return hand.path.withPoints(to: end) { points in
            if let small = tooSmall(StrokeBounds(points).size) { return .missed(small) }
            return judge(matcher.match(points))
        }
    }

    private func tooSmall(_ size: Double) -> UnmetThreshold? {
        size >= minimumSize ? nil : .below(.strokeSize, size, minimumSize)
    }

    private func judge(_ match: StrokeMatch?) -> Judgement {
        guard let match else { return .missed(.below(.score, 0, minimumScore)) }
        guard match.lineScore < match.score else {
            return .missed(.above(.straightness, match.lineScore, match.score))
        }
        guard match.score >= minimumScore else {
            return .missed(.below(.score, match.score, minimumScore))
        }
        return .shape(match)
    }
}

/// Drawings of several parts.
extension StrokeRecognizer {
    /// Whether it waits for the next part of a drawing.
    func awaitsPart(after hand: borrowing Hand) -> Bool { parts.awaitsLanding(after: hand) }

    /// Whether the finger of a hand continues a drawing to which the hand with the given number
    /// belongs.
    func continues(from number: UInt64, with hand: borrowing Hand) -> Bool {
        parts.include(hand: number) && parts.continues(with: hand, gapUs: maximumGapUs)
    }

    /// When the wait for the next part ends; `never` if it does not wait.
    ///
    /// No part can count once the drawing has taken too long.
    func gapDeadline(after hand: borrowing Hand) -> Timestamp {
        guard awaitsPart(after: hand) else { return .never }
        return min(
            Self.end(of: maximumGapUs, from: parts.lastLift),
            Self.end(of: maximumDurationUs, from: parts.firstLanding))
    }

    /// The first time at which a maximum is exceeded; `never` if there is no limit.
    private static func end(of maximumUs: Int64, from start: Timestamp) -> Timestamp {
        maximumUs < .max ? start.advanced(byMicroseconds: maximumUs + 1) : .never
    }

    /// Handles the end of the gap: no part has followed in time, so the drawing is judged with the
    /// parts that it has.
    mutating func endGap() -> RecognizedGesture? {
        let lastLift = parts.lastLift
        let gesture = judgeParts()
        if gesture == nil { parts.recordLack(at: lastLift) }
        return gesture
    }

    /// Forgets a drawing under way.
    mutating func forgetParts() { parts.forget() }

    /// Inherits a drawing of the same gesture.
    mutating func inheritParts(of old: StrokeRecognizer) { parts.inherit(old.parts) }

    private mutating func addPart(
        _ hand: borrowing Hand, at time: Timestamp, fingers: borrowing FingerTable
    ) {
        if !parts.continues(with: hand, gapUs: maximumGapUs) { parts.forget() }
        parts.add(hand, at: time, fingers: fingers)
    }

    /// Judges the parts, and forgets them.
    private mutating func judgeParts() -> RecognizedGesture? {
        defer { parts.forget() }
        guard case .shape(let match) = judgement() else { return nil }
        return RecognizedGesture(
            fingers: 1, position: parts.position, force: parts.force,
            landedAt: parts.firstLanding, since: parts.firstLanding, values: match.values)
    }

    private mutating func judgement() -> Judgement {
        if let long = tooLong(from: parts.firstLanding, to: parts.lastLift) {
            return .missed(long)
        }
        if let small = tooSmall(parts.size) { return .missed(small) }
        guard let dots = parts.normalise() else { return judge(nil) }
        return judge(parts.withPoints { matcher.match(vector: $0, dots: dots) })
    }
}

extension StrokeMatch {
    /// The values of a stroke with this match.
    fileprivate var values: GestureValues {
        .stroke(name, score: score, runnerUp: runnerUp.map { ($0, runnerUpScore) })
    }
}
