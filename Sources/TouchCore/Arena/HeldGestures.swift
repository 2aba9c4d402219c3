/// Taps and swipes that were recognised and are not told: they wait until others have failed.
///
/// In the order in which they were recognised. A gesture that waits for a count of n can be held
/// n − 1 times; whoever is still held when there is no more room is told at once.
struct HeldGestures: ~Copyable {
    /// One that waits.
    struct Held: Sendable {
        /// The node.
        var index: Int
        /// What will be told; its id and its time are those of then.
        var event: GestureEvent
        /// When the first of its fingers landed.
        var landedAt: Timestamp
        /// When the first finger of the first tap of its count landed.
        var since: Timestamp
        /// The number of its hand.
        var hand: UInt64
    }

    private static let capacity = 32

    /// How many are held.
    private(set) var count = 0

    private var gestures: FixedTable<Held?>

    /// - Parameter isNeeded: some gesture of the zone waits for another.
    init(isNeeded: Bool) {
        gestures = FixedTable(repeating: nil, count: isNeeded ? Self.capacity : 0)
    }

    /// Whether one more has no place.
    var isFull: Bool { count == gestures.count }

    /// What is held; the oldest first.
    subscript(place: Int) -> Held? { place < count ? gestures[place] : nil }

    /// Whether a node is held.
    func contains(_ index: Int) -> Bool {
        for place in 0..<count where gestures[place]?.index == index { return true }
        return false
    }

    /// Holds one more; there must be room.
    mutating func hold(_ held: Held) {
        guard !isFull else { return }
        gestures[count] = held
        count += 1
    }

    /// Takes out what is held at `place`.
    mutating func remove(at place: Int) {
        guard place < count else { return }
        count -= 1
        for index in place..<count { gestures[index] = gestures[index + 1] }
    }
}
