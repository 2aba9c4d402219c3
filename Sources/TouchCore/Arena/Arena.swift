/// What holds for everything in one step of an engine.
struct Moment: Sendable {
    /// Stamp of the frame, or the deadline that fires.
    let time: Timestamp
    /// What stands in for force; `nil` while the device has shown none.
    let forceSource: ForceSource?
    /// The configuration gave the range of the force.
    let isForceCalibrated: Bool
}

/// Where the fingers of one hand of a zone compete for being a gesture.
///
/// A gesture is in one of three places: `live`, begun and not yet ended; `over`, ended, failed or
/// lost until its round or its hand ends; or in neither, a candidate. Taps are in none of them:
/// what they have lost stands in their groups.
///
/// Each gesture that goes into `live` leaves it by exactly one of `end` and `cancel`, each of which
/// says so; that is promise 1 of the protocol. What the parts of a composition do is not told: it
/// is marked in `stirred`, and `settleComposition` tells what it means for the whole.
struct Arena: ~Copyable {
    /// What a live gesture is known by.
    struct Life: Sendable {
        var id: UInt64 = 0
        /// Slots of its fingers; they do not change while it lives.
        var fingers: UInt64 = 0
        /// How many those are.
        var count = 0
        var edge: SurfaceEdge?
        /// When the first finger of its hand landed.
        var landedAt = Timestamp(microseconds: 0)
    }

    private let inPlace = InPlace()
    let device: Int
    let zone: Int
    /// Which of the engine's arenas it is.
    let number: Int
    /// The Swift face is told more than events say.
    let isObserved: Bool
    let surface: Surface
    /// Where the zone lies.
    let bounds: ZoneBounds
    let arbiter: Arbiter
    /// Fingers that land within this time of the last one land together (µs).
    let landingWindowUs: Int64
    /// After a lift that leaves fingers, rounds begin nothing for this long (µs).
    let liftQuietUs: Int64

    var recognizers: Recognizers
    /// Recognisers of a program.
    let customs: ContiguousArray<AnyCustomLane>
    /// The fingers as those see them; used again at each step.
    var customFingers: ContiguousArray<RecognizerFinger> = []
    var hand = Hand()
    var groups = TapGroups()
    var trace = HandTrace()
    var motion = RoundMotion()
    var origins = RoundOrigins()
    /// The fingers have rested: what waits for a swipe waits no longer in this hand.
    var hasRested = false
    var live: UInt64 = 0
    var over: UInt64 = 0
    /// Parts that ended well, and count as such until their composition is over.
    var ended: UInt64 = 0
    /// Parts of sequences whose turn has not come.
    var dormant: UInt64 = 0
    /// Compositions of which a part did something.
    var stirred: UInt64 = 0
    /// Compositions of which a live part went on.
    var moved: UInt64 = 0
    /// Long presses that were noted as possible, and in which hand (observed arenas).
    var pressing: (nodes: UInt64, hand: UInt64) = (0, 0)
    /// Compositions of which a part began or was recognised.
    var risen: UInt64 = 0
    var lives: FixedTable<Life>
    /// Until when each root is silent after its end (`cooldown`).
    var silentUntil: FixedTable<Timestamp>
    var held: HeldGestures
    var compositions: CompositionStates
    var lastLift = Timestamp(microseconds: .min)
    /// Where the hand was when its last finger lifted.
    var lastPlace = Point.zero

    init(
        _ configuration: ZoneConfiguration, zone: Int, device: Int, surface: Surface,
        bounds: ZoneBounds, number: Int, isObserved: Bool
    ) {
        self.device = device
        self.zone = zone
        self.number = number
        self.isObserved = isObserved
        self.surface = surface
        self.bounds = bounds
        landingWindowUs = configuration.landingWindow.microseconds
        liftQuietUs = configuration.liftQuiet.microseconds
        let nodes = configuration.nodes
        customs = Self.makeLanes(nodes)
        if !customs.isEmpty { customFingers.reserveCapacity(64) }
        arbiter = Arbiter(nodes)
        recognizers = Recognizers(nodes)
        lives = FixedTable(repeating: Life(), count: nodes.count)
        silentUntil = FixedTable(repeating: Timestamp(microseconds: .min), count: nodes.count)
        held = HeldGestures(isNeeded: arbiter.waiting != 0)
        compositions = CompositionStates(count: arbiter.compositions == 0 ? 0 : nodes.count)
        dormant = arbiter.laterParts
    }

    /// Nothing is under way: no finger, no life, and nothing that waits, were it for ever.
    var isAtRest: Bool { hand.isEmpty && live | ended == 0 && held.count == 0 }

    /// Gestures that may still begin.
    var candidates: UInt64 { arbiter.leaves & ~(live | over | dormant) }

    /// Gestures of which what the fingers do can still make something.
    var open: UInt64 { live | candidates | dormant }
}
