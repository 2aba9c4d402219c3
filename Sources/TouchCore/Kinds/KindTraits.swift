/// What the rules of an arena need to know of a kind: `Arbiter` reads it, and names no kind.
@usableFromInline
package struct KindTraits: OptionSet, Sendable, Hashable {
    @usableFromInline package let rawValue: UInt32

    @inlinable
    package init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    /// Made of other gestures.
    @inlinable package static var composition: KindTraits { .init(rawValue: 1 << 0) }
    /// Counts groups of fingers that landed together. It never fails with a contact sequence: what it
    /// has lost stands in the groups.
    @inlinable package static var countsTaps: KindTraits { .init(rawValue: 1 << 1) }
    /// Belongs to a whole contact sequence: begins only before a finger lifts or lands late.
    @inlinable package static var sequential: KindTraits { .init(rawValue: 1 << 2) }
    /// Belongs to a segment of a contact sequence, and may begin anew in each.
    @inlinable package static var segmental: KindTraits { .init(rawValue: 1 << 3) }
    /// Judged when the fingers lift, by the way that they went.
    @inlinable package static var stroke: KindTraits { .init(rawValue: 1 << 4) }
    /// Asked of a recogniser that a program brings along.
    @inlinable package static var custom: KindTraits { .init(rawValue: 1 << 5) }
    /// Begins as soon as its fingers are there.
    @inlinable package static var immediate: KindTraits { .init(rawValue: 1 << 6) }
    /// Recognised whole: its one event is `ended`.
    @inlinable package static var discrete: KindTraits { .init(rawValue: 1 << 7) }
    /// Begins once its time has come, if nothing else forbids it.
    @inlinable package static var timed: KindTraits { .init(rawValue: 1 << 8) }
    /// Something of it happens at a time, without any movement.
    @inlinable package static var hasDeadlines: KindTraits { .init(rawValue: 1 << 9) }
    /// Measures how the fingers move from or about each other.
    @inlinable package static var measuresSpread: KindTraits { .init(rawValue: 1 << 10) }
    /// Does not begin in a frame in which fingers land or lift, nor soon after a lift.
    @inlinable package static var needsQuiet: KindTraits { .init(rawValue: 1 << 11) }
    /// Nobody loses to it but those that wait for it.
    @inlinable package static var winsNothing: KindTraits { .init(rawValue: 1 << 12) }
    /// It loses to nobody: it is judged by what the fingers did, whatever else came of that.
    @inlinable package static var losesToNothing: KindTraits { .init(rawValue: 1 << 18) }
    /// Is configured to come from a side of the surface.
    @inlinable package static var needsEdge: KindTraits { .init(rawValue: 1 << 13) }
    /// Once active it changes with each movement of its fingers, and is not asked.
    @inlinable package static var continuous: KindTraits { .init(rawValue: 1 << 14) }
    /// In a sequence the next part starts as soon as this one has begun.
    @inlinable package static var handsOn: KindTraits { .init(rawValue: 1 << 16) }
    /// Measures how the fingers turn about each other.
    @inlinable package static var measuresTurn: KindTraits { .init(rawValue: 1 << 17) }
    /// Is configured to count its value in steps.
    @inlinable package static var countsSteps: KindTraits { .init(rawValue: 1 << 20) }
    /// It is about force.
    @inlinable package static var force: KindTraits { .init(rawValue: 1 << 15) }

    /// More than the highest bit.
    static var count: Int { 21 }

    /// Whether all of `others` are among these; not generic, for use in other modules.
    @inlinable
    package func contains(_ others: KindTraits) -> Bool {
        rawValue & others.rawValue == others.rawValue
    }
}

/// What a recogniser makes of an input.
enum GestureAction: Sendable, Equatable {
    /// Nothing changes.
    case none
    /// It may begin; nothing is kept of that until the arena begins it.
    case begin
    /// It goes on.
    case change
    /// It ends, though its fingers stay: it may begin again.
    case end
    /// It cannot begin any more; `Recognizers.exceeded` has the reason.
    case fail
    /// It had begun, and is cancelled.
    case cancel(CancellationReason)
}

/// What a recogniser that waits for the lift makes of one.
enum LiftAction: Sendable {
    /// Fingers are still down.
    case none
    /// It was none.
    case fail
    /// It is recognised.
    case recognize(RecognizedGesture)
}

/// A gesture that is recognised whole: what its one event holds.
struct RecognizedGesture: Sendable {
    /// How many fingers.
    var fingers: Int
    /// Their centroid, in mm.
    var position: Point
    /// The greatest force of them.
    var force: Double
    /// When the first of them landed.
    var landedAt: Timestamp
    /// The same of the first tap of a count: what waits since then loses to it.
    var since: Timestamp
    /// What belongs to the kind.
    var values: GestureValues
    /// Of a tap: the landings that its count was made of.
    var landings: TapLandings?
}

/// The sides in whose bands fingers must land.
struct EdgeBand: Sendable {
    /// Width of the bands in mm; `nil` is the surface's own.
    let width: Double?
    /// Bits of the sides; 0: any place.
    let sides: UInt8

    init(_ edges: Set<SurfaceEdge>, width: Double?) {
        self.width = width
        sides = edges.reduce(0) { $0 | $1.bit }
    }

    /// The side in whose band one of the fingers landed.
    func edge(
        of slots: UInt64, on surface: Surface, fingers: borrowing FingerTable
    ) -> SurfaceEdge? {
        surface.edge(of: slots, width: width, among: sides, fingers: fingers)
    }

    /// How far from the sides in question the finger landed that came nearest to one.
    func nearest(
        of slots: UInt64, on surface: Surface, fingers: borrowing FingerTable
    ) -> EdgeDistance? {
        surface.nearestEdge(
            of: slots, width: width, among: sides, isInBand: false, fingers: fingers)
    }
}
