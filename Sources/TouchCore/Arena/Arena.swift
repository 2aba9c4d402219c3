/// What holds for everything in one step of an engine.
struct Moment: Sendable {
    /// Stamp of the frame, or the deadline that fires.
    let time: Timestamp
    /// What stands in for force; `nil` while the device has shown none.
    let forceSource: ForceSource?
    /// The configuration gave the range of the force.
    let isForceCalibrated: Bool
}

/// Where the fingers of one zone compete for being a gesture.
///
/// A gesture is in one of three places: `live`, begun and not yet ended; `over`, ended, failed or
/// lost until its round or its hand ends; or in neither, a candidate. Taps are in none of them:
/// what they have lost stands in their groups.
///
/// Each gesture that goes into `live` leaves it by exactly one of `end`, `cancel` and `lose`,
/// each of which says so; that is promise 1 of the protocol.
struct Arena: ~Copyable {
    /// Fingers that land within this time of the last one land together (µs, `landing_window`).
    static let landingWindowUs: Int64 = 100_000
    /// After a lift that leaves fingers, rounds begin nothing for this long (µs, `lift_quiet`).
    static let liftQuietUs: Int64 = 150_000

    /// What a live gesture is known by.
    struct Life: Sendable {
        var id: UInt64 = 0
        /// Slots of its fingers; they do not change while it lives.
        var fingers: UInt64 = 0
        var edge: SurfaceEdge?
    }

    let device: Int
    let zone: Int
    let surface: Surface
    let arbiter: Arbiter

    var recognizers: Recognizers
    var hand = Hand()
    var groups = TapGroups()
    var trace = HandTrace()
    var motion = RoundMotion()
    var live: UInt64 = 0
    var over: UInt64 = 0
    var lives = FixedTable(repeating: Life(), count: ZoneConfiguration.gestureLimit)
    var lastLift = Timestamp(microseconds: .min)

    init(_ configuration: ZoneConfiguration, zone: Int, device: Int, surface: Surface) {
        self.device = device
        self.zone = zone
        self.surface = surface
        arbiter = Arbiter(configuration.gestures)
        recognizers = Recognizers(configuration.gestures)
    }

    /// Gestures that may still begin.
    var candidates: UInt64 { arbiter.all & ~(live | over) }

    /// When the arena wants to be woken; `nil` while it waits for nothing.
    func nextDeadline(after moment: Moment) -> Timestamp? {
        guard hand.isFresh, candidates & arbiter.presses != 0 else { return nil }
        var earliest: Timestamp?
        for press in recognizers.longPresses where candidates & press.bit != 0 {
            let due = press.deadline(hand)
            earliest = min(earliest ?? due, due)
        }
        guard moment.isForceCalibrated else { return earliest }
        for press in recognizers.deepPresses where candidates & press.bit != 0 {
            let due = hand.firstLanding.advanced(
                byMicroseconds: DeepPressRecognizer.calibratedDelayUs)
            if due > moment.time { earliest = min(earliest ?? due, due) }
        }
        return earliest
    }

    /// Fires what is due at `moment`.
    mutating func fireDeadlines(
        _ moment: Moment, fingers: borrowing FingerTable, into events: inout GestureEventBuffer
    ) {
        // A contact that waits to count has deadlines too, and may be alone on the glass.
        guard hand.isFresh else { return }
        for index in SlotSequence(candidates & arbiter.presses)
        where candidates & (1 << UInt64(index)) != 0 {
            let entry = recognizers.list[index]
            if entry.kind == .longPress {
                pressLong(entry.place, moment, fingers: fingers, into: &events)
            } else {
                press(
                    entry.place, mayBegin: true, moment, fingers: fingers, into: &events)
            }
        }
    }

    private mutating func pressLong(
        _ place: Int, _ moment: Moment, fingers: borrowing FingerTable,
        into events: inout GestureEventBuffer
    ) {
        let press = recognizers.longPresses[place]
        guard press.deadline(hand) <= moment.time else { return }
        if press.isTooFar(squaredTravel: fingers.squaredTravel(of: hand.fingers)) {
            over |= press.bit
        } else {
            begin(press.index, moment, fingers: fingers, into: &events)
        }
    }
}
