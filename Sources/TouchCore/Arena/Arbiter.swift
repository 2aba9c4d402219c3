/// Who competes with whom in a zone, as bit masks: bit n is the n-th gesture of the zone's list.
///
/// Computed once, when the configuration is read.
struct Arbiter: ~Copyable {
    /// Every gesture of the zone.
    private(set) var all: UInt64 = 0
    /// Those that count fingers which landed together.
    private(set) var taps: UInt64 = 0
    /// Those that measure from the start of a round and may begin anew in each.
    private(set) var rounds: UInt64 = 0
    /// Those that belong to a whole hand and need an empty zone to start again.
    private(set) var presses: UInt64 = 0
    /// As `presses`, but judged when the fingers lift.
    private(set) var swipes: UInt64 = 0

    private var losers = FixedTable<UInt64>(repeating: 0, count: 64)
    private var allowed = FixedTable<UInt64>(repeating: 0, count: 65)

    init(_ gestures: [ConfiguredGesture]) {
        for (index, gesture) in gestures.prefix(ZoneConfiguration.gestureLimit).enumerated() {
            enter(gesture, bit: 1 << UInt64(index))
            var rivals: UInt64 = 0
            for (other, rival) in gestures.enumerated()
            where other != index && !Self.areSimultaneous(gesture, rival) {
                rivals |= 1 << UInt64(other)
            }
            losers[index] = rivals
        }
    }

    /// Whom a gesture makes lose when it begins or is recognised.
    func losers(to index: Int) -> UInt64 { losers[index] }

    /// The gestures that a hand of so many fingers may be.
    func allowed(fingers: Int) -> UInt64 { allowed[min(fingers, 64)] }

    private mutating func enter(_ gesture: ConfiguredGesture, bit: UInt64) {
        all |= bit
        switch gesture.kind {
        case .tap: taps |= bit
        case .drag, .magnify, .rotate: rounds |= bit
        case .longPress, .deepPress: presses |= bit
        case .swipe: swipes |= bit
        case .press, .force, .simultaneous, .sequence, .exclusive: break
        }
        for count in gesture.definition.fingers.clamped(to: 0...64) { allowed[count] |= bit }
    }

    private static func areSimultaneous(
        _ one: ConfiguredGesture, _ other: ConfiguredGesture
    ) -> Bool {
        one.simultaneous.contains(other.name) || other.simultaneous.contains(one.name)
    }
}
