import GestureWire

/// How one gesture is told to one client: as the subscription had it when the gesture began.
struct HearingTerms {
    /// The phases that are told.
    var phases = PhaseSet.all
    /// Whether lines say where the fingers are.
    var tellsPositions = true
    /// The least time between two `changed` lines, in microseconds; 0: each is told.
    var periodUs: Int64 = 0
}
