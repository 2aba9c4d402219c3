/// What the rules of an arena need to know of a kind: `Arbiter` reads it, and names no kind.
package struct KindTraits: OptionSet, Sendable, Hashable {
    package let rawValue: UInt32

    package init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    /// Made of other gestures.
    package static let composition = Self(rawValue: 1 << 0)
    /// Counts groups of fingers that landed together. It never fails with a contact sequence: what it
    /// has lost stands in the groups.
    package static let countsTaps = Self(rawValue: 1 << 1)
    /// Belongs to a whole contact sequence: begins only before a finger lifts or lands late.
    package static let sequential = Self(rawValue: 1 << 2)
    /// Belongs to a segment of a contact sequence, and may begin anew in each.
    package static let segmental = Self(rawValue: 1 << 3)
    /// Judged when the fingers lift, by the way that they went.
    package static let stroke = Self(rawValue: 1 << 4)
    /// Asked of a recogniser that a program brings along.
    package static let custom = Self(rawValue: 1 << 5)
    /// Begins as soon as its fingers are there.
    package static let immediate = Self(rawValue: 1 << 6)
    /// Recognised whole: its one event is `ended`.
    package static let discrete = Self(rawValue: 1 << 7)
    /// Begins once its time has come, if nothing else forbids it.
    package static let timed = Self(rawValue: 1 << 8)
    /// Something of it happens at a time, without any movement.
    package static let hasDeadlines = Self(rawValue: 1 << 9)
    /// Measures how the fingers move from or about each other.
    package static let measuresSpread = Self(rawValue: 1 << 10)
    /// Does not begin in a frame in which fingers land or lift, nor soon after a lift.
    package static let needsQuiet = Self(rawValue: 1 << 11)
    /// Nobody loses to it but those that wait for it.
    package static let winsNothing = Self(rawValue: 1 << 12)
    /// Is configured to come from a side of the surface.
    package static let needsEdge = Self(rawValue: 1 << 13)
    /// Once active it changes with each movement of its fingers, and is not asked.
    package static let continuous = Self(rawValue: 1 << 14)
    /// In a sequence the next part starts as soon as this one has begun.
    package static let handsOn = Self(rawValue: 1 << 16)
    /// It is about force.
    package static let force = Self(rawValue: 1 << 15)
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
}

/// One kind: what the arena asks of it is in `Recognizers`, an input a method.
///
/// A recogniser knows no other gesture. It keeps what only it needs; whether it is active stands in
/// `GestureStates`.
protocol Recognizer: Sendable {
    /// What the rules of an arena need to know.
    static var traits: KindTraits { get }
}
