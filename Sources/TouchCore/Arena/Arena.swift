/// The common context of one step of an engine.
struct StepContext: Sendable {
    /// Timestamp of the frame, or the deadline that fires.
    let time: Timestamp
    /// When the panel sampled the frame; `time` if that is not known.
    let sampledAt: Timestamp
    /// The source of force; `nil` while the device has reported none.
    let forceSource: ForceSource?
    /// Whether the configuration sets the range of the force.
    let isForceCalibrated: Bool
}

/// The competition of a zone's gestures for the fingers of one hand.
///
/// `GestureStates` has the state of each gesture. Every active gesture ends by exactly one of `end`
/// and `cancel`, each of which emits an event: promise 1 of the protocol.
struct Arena: ~Copyable {
    private let inPlace = InPlace()
    let device: Int
    let zone: Int
    /// The index of this arena in the engine.
    let number: Int
    /// Whether the Swift API observes more than events contain.
    let isObserved: Bool
    let surface: Surface
    /// The bounds of the zone.
    private(set) var bounds: ZoneBounds
    let arbiter: Arbiter
    /// Fingers that land within this time of the last one land together (µs).
    let landingWindowUs: Int64
    /// After a lift that leaves fingers, rounds begin nothing for this long (µs).
    let liftQuietUs: Int64

    var recognizers: Recognizers
    /// The fingers as custom recognisers see them; storage is reused at each step.
    var customFingers: ContiguousArray<RecognizerFinger> = []
    var hand = Hand()
    var groups: TapGroups
    var states: GestureStates
    /// Nodes that were added while fingers were down: they wait for the next hand.
    var newcomers: UInt64 = 0
    /// The thresholds at which gestures are asked at a movement.
    var watch = WakeThresholds()
    /// Long presses recorded as possible, and their hand (observed arenas).
    var pressing: (nodes: UInt64, hand: UInt64) = (0, 0)
    /// Until when each root is silent after its end (`cooldown`).
    var cooldownUntil: UniqueArray<Timestamp>
    var queue: WaitQueue
    var compositions: CompositionTree
    /// Fingers that are lifting in the step, and the tap groups of which they are the last: for a
    /// composition they have left.
    var leaving: (fingers: UInt64, groups: UInt64) = (0, 0)
    /// The taps that have been asked about those groups.
    var countedTaps: UInt64 = 0

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
        groups = TapGroups(windowUs: landingWindowUs)
        liftQuietUs = configuration.liftQuiet.microseconds
        let nodes = configuration.nodes
        arbiter = Arbiter(nodes)
        recognizers = Recognizers(nodes)
        if arbiter[.custom] != 0 { customFingers.reserveCapacity(64) }
        states = GestureStates(arbiter, count: nodes.count)
        cooldownUntil = UniqueArray(repeating: Timestamp(microseconds: .min), count: nodes.count)
        queue = WaitQueue(isNeeded: arbiter.waiting != 0)
        compositions = CompositionTree(
            nodes, hasCompositions: arbiter.compositions != 0, on: surface)
    }

    /// Moves the zone.
    mutating func move(to bounds: ZoneBounds) { self.bounds = bounds }

    /// Whether nothing is under way: no finger, no gesture, and nothing that waits, even without a
    /// limit.
    var isAtRest: Bool { hand.isEmpty && states.isEmpty && queue.isEmpty }

    /// The first violated invariant; `nil` if all hold.
    var brokenInvariant: String? {
        if let broken = states.brokenInvariant ?? hand.brokenInvariant { return broken }
        if let broken = queue.brokenInvariant ?? groups.brokenInvariant { return broken }
        let composed = states.active & arbiter.roots & arbiter.compositions
        if let broken = compositions.brokenInvariant(active: composed) { return broken }
        let roots = states.active & arbiter.roots & ~arbiter.compositions
        for root in SlotSequence(roots) where states[root].fingers != hand.fingers {
            return "an active gesture has other fingers than its hand"
        }
        return nil
    }

    /// Checks the invariants after every step, in debug builds.
    func checkInvariants() {
        assert(brokenInvariant == nil, brokenInvariant ?? "")
    }
}
