/// The properties of a gesture on which the rules of an arena depend. `Arbiter` reads only these
/// traits: it does not switch over kinds.
@usableFromInline
package struct KindTraits: OptionSet, Sendable, Hashable {
    @usableFromInline package let rawValue: UInt32

    @inlinable
    package init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    /// Made of other gestures.
    @inlinable package static var composition: KindTraits { .init(rawValue: 1 << 0) }
    /// Counts groups of fingers that landed together. It does not fail with a hand: each group
    /// records which taps it can no longer become (`TapGroup.lost`).
    @inlinable package static var countsTaps: KindTraits { .init(rawValue: 1 << 1) }
    /// Belongs to a whole hand: it can begin only until a finger lifts or lands late.
    @inlinable package static var perHand: KindTraits { .init(rawValue: 1 << 2) }
    /// Belongs to a round of a hand, and may begin again in each.
    @inlinable package static var perRound: KindTraits { .init(rawValue: 1 << 3) }
    /// Decided when the fingers lift, by their path.
    @inlinable package static var stroke: KindTraits { .init(rawValue: 1 << 4) }
    /// Recognised by a custom recogniser of a program.
    @inlinable package static var custom: KindTraits { .init(rawValue: 1 << 5) }
    /// Begins as soon as its fingers are down.
    @inlinable package static var immediate: KindTraits { .init(rawValue: 1 << 6) }
    /// Discrete: its only event is `ended`.
    @inlinable package static var discrete: KindTraits { .init(rawValue: 1 << 7) }
    /// Begins at a given time, if it has not failed and no other gesture prevents it.
    @inlinable package static var timed: KindTraits { .init(rawValue: 1 << 8) }
    /// Can change at a given time, without any movement.
    @inlinable package static var hasDeadlines: KindTraits { .init(rawValue: 1 << 9) }
    /// Measures how fingers spread, close or turn.
    @inlinable package static var measuresSpread: KindTraits { .init(rawValue: 1 << 10) }
    /// Does not begin in a frame in which a finger lands or lifts, nor soon after a lift.
    @inlinable package static var needsQuiet: KindTraits { .init(rawValue: 1 << 11) }
    /// No gesture loses to it, except those that wait for it.
    @inlinable package static var neverWins: KindTraits { .init(rawValue: 1 << 12) }
    /// Never loses: it is recognised whatever other gestures do.
    @inlinable package static var independent: KindTraits { .init(rawValue: 1 << 18) }
    /// Configured to begin in a band along a side of the surface.
    @inlinable package static var needsEdge: KindTraits { .init(rawValue: 1 << 13) }
    /// Changes with each movement of its fingers while it is active: the recogniser is not asked.
    @inlinable package static var continuous: KindTraits { .init(rawValue: 1 << 14) }
    /// If it is a part of a sequence, the next part starts when it begins, not when it ends.
    @inlinable package static var startsNextPartOnBegin: KindTraits { .init(rawValue: 1 << 16) }
    /// Measures how the fingers turn about each other.
    @inlinable package static var measuresTurn: KindTraits { .init(rawValue: 1 << 17) }
    /// Configured to count its value in steps.
    @inlinable package static var countsSteps: KindTraits { .init(rawValue: 1 << 20) }
    /// Its deadline moves with its fingers.
    @inlinable package static var movesDeadline: KindTraits { .init(rawValue: 1 << 21) }
    /// Is judged by the path of the fingers (`Hand.path`).
    @inlinable package static var recordsPath: KindTraits { .init(rawValue: 1 << 22) }
    /// Configured to measure how one finger goes around a circle.
    @inlinable package static var measuresCircle: KindTraits { .init(rawValue: 1 << 23) }
    /// Configured to tap beside a finger that rests.
    @inlinable package static var tapsBeside: KindTraits { .init(rawValue: 1 << 24) }
    /// Follows every finger of the zone by itself, and is a candidate at all times (`Arena.follow…`).
    @inlinable package static var followsFingers: KindTraits { .init(rawValue: 1 << 19) }
    /// Configured with shapes of several parts: it may wait for a landing without a finger
    /// (`Arena.endGaps`).
    @inlinable package static var drawsParts: KindTraits { .init(rawValue: 1 << 25) }
    /// Needs a device that measures force.
    @inlinable package static var force: KindTraits { .init(rawValue: 1 << 15) }

    /// The number of bits: one more than the index of the highest.
    static var count: Int { 26 }

    /// Whether it contains all of `others`. Not generic, so that other modules can inline it.
    @inlinable
    package func contains(_ others: KindTraits) -> Bool {
        rawValue & others.rawValue == others.rawValue
    }
}

/// The result of a recogniser for an input.
enum GestureAction: Sendable, Equatable {
    /// No change.
    case none
    /// It may begin. The recogniser records that only in `begin`, if the arena lets it begin.
    case begin
    /// It continues.
    case change
    /// It ends although its fingers are still down, so that it may begin again.
    case end
    /// It can no longer begin; `Recognizers.exceeded` returns the reason.
    case fail
    /// It is active, and is cancelled.
    case cancel(CancellationReason)
}

/// The result of a recogniser that decides when fingers lift.
enum LiftAction: Sendable {
    /// No decision yet: some fingers are still down.
    case none
    /// It is not recognised.
    case fail
    /// It is recognised.
    case recognize(RecognizedGesture)
}

/// A recognised discrete gesture: the contents of its only event.
struct RecognizedGesture: Sendable {
    /// The number of fingers.
    var fingers: Int
    /// Their centroid, in mm.
    var position: Point
    /// Their maximum force.
    var force: Double
    /// When the first of them landed.
    var landedAt: Timestamp
    /// For a tap, when the first finger of the first tap of its count landed, otherwise `landedAt`.
    /// Gestures that have waited since then lose to it.
    var since: Timestamp
    /// The values of the kind.
    var values: GestureValues
    /// For a tap, the landings of its count.
    var landings: TapLandings?
}

/// The sides in whose bands fingers must land.
struct EdgeBand: Sendable {
    /// Width of the bands in mm; `nil` for the default width of the surface.
    let width: Double?
    /// One bit for each side; 0 if fingers may land anywhere.
    let sides: UInt8

    init(_ edges: Set<SurfaceEdge>, width: Double?) {
        self.width = width
        sides = edges.reduce(0) { $0 | $1.bit }
    }

    /// The side in whose band one of the fingers landed; `nil` if none did.
    func edge(
        of slots: UInt64, on surface: Surface, fingers: borrowing FingerTable
    ) -> SurfaceEdge? {
        surface.edge(of: slots, width: width, among: sides, fingers: fingers)
    }

    /// The accepted side nearest to the landing of a finger, and the distance.
    func nearest(
        of slots: UInt64, on surface: Surface, fingers: borrowing FingerTable
    ) -> EdgeDistance? {
        surface.nearestEdge(
            of: slots, width: width, among: sides, isInBand: false, fingers: fingers)
    }
}
