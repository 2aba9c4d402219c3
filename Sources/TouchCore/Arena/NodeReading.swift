/// Where a node stands and what it says, as the Swift face is told.
struct NodeReading: Sendable, Hashable {
    /// Where a node stands.
    enum State: Sendable, Hashable {
        /// A part of a sequence whose turn has not come.
        case dormant
        case possible
        /// Fingers are down that may become it: only told of long presses.
        case pressing
        case active
        case ended
        case failed
        /// A part of an exclusive composition that did something while one before it still may.
        case silent
    }

    var state: State
    /// What belongs to its kind; what an ended one says is what it said then.
    var values: GestureValues
    /// Centroid, in mm.
    var position = Point.zero
    /// Since the first finger landed (µs).
    var durationUs: Int64 = 0
    /// The greatest force of its fingers; `nil` while the device has shown none.
    var force: Double?
    /// Of a press: ticks so far.
    var ticks = 0
    /// Whether its place is inside of its zone.
    var isInside = true
    /// Of a deep press: the greatest force since it began.
    var maximumForce: Double?
    /// Of a custom gesture: which of the values that its recogniser gave.
    var customValue = 0
}

/// What the Swift face is told of a gesture of the list: an event, or a note that is no event.
struct GestureObservation: Sendable {
    /// Why it is told.
    enum Cause: Sendable, Hashable {
        /// An event says so too.
        case told(GesturePhase)
        /// A part did something that is no event of the whole, or fingers press that may become one.
        case noted
        /// Fingers that pressed are gone, and became nothing.
        case lapsed
    }

    var cause: Cause
    var time: Timestamp
    /// The arena, in the order in which the engine has them.
    var arena: Int
    /// The node in the list.
    var root: Int
    /// How many fingers.
    var fingers: Int
    /// The readings of the root and its parts, in the order of the nodes.
    var readings: Range<Int>
}
