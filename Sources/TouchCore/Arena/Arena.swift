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
/// and `cancel`. Each emits an event, as promise 1 of the protocol requires.
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
    /// A finger that lands within this time of the previous landing lands together with it (µs).
    let landingWindowUs: Int64
    /// After a lift that leaves fingers, no gesture of a round begins for this long (µs).
    let liftQuietUs: Int64
    /// Fingers that have been down for longer than this are held; 0 if none is (µs).
    let heldAfterUs: Int64

    var recognizers: Recognizers
    /// The fingers as custom recognisers see them; storage is reused at each step.
    var customFingers: ContiguousArray<RecognizerFinger> = []
    var hand = Hand()
    var aside = AsideFingers()
    var groups: TapGroups
    var states: GestureStates
    /// Nodes that were added while fingers were down. They compete from the next hand on.
    var newcomers: UInt64 = 0
    /// The thresholds that a movement must reach for gestures to be asked.
    var watch = WakeThresholds()
    /// Whether the next samples decide if the fingers came from a side of the surface.
    var awaitsOrigin = false
    /// How long before its timestamp the panel had sampled the last frame (µs).
    var sampleLagUs: Int64 = 0
    /// In observed arenas, the long presses that were observed as pressing, and the number of their
    /// hand.
    var pressing: (nodes: UInt64, hand: UInt64) = (0, 0)
    /// The time until which each root may not begin again after its end (`cooldown`).
    var cooldownUntil: UniqueArray<Timestamp>
    var queue: WaitQueue
    var compositions: CompositionTree
    /// Fingers that lift in the present step, and tap groups that they complete. When compositions
    /// are asked, both sets have already left.
    var leaving: (fingers: UInt64, groups: UInt64) = (0, 0)
    /// The taps that have been asked about `leaving.groups`.
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
        liftQuietUs = configuration.liftQuiet.microseconds
        heldAfterUs = configuration.heldAfter.microseconds
        let nodes = configuration.nodes
        arbiter = Arbiter(nodes)
        recognizers = Recognizers(nodes)
        groups = TapGroups(windowUs: landingWindowUs, squaredReach: recognizers.squaredTapReach)
        if arbiter[.custom] != 0 { customFingers.reserveCapacity(64) }
        states = GestureStates(arbiter, count: nodes.count)
        cooldownUntil = UniqueArray(repeating: Timestamp(microseconds: .min), count: nodes.count)
        queue = WaitQueue(isNeeded: arbiter.waiting != 0)
        compositions = CompositionTree(
            nodes, hasCompositions: arbiter.compositions != 0, on: surface)
    }

    /// Sets the bounds of the zone.
    mutating func move(to bounds: ZoneBounds) { self.bounds = bounds }

    /// Whether the arena has no finger, no active gesture, no ended part and no queued gesture.
    var isAtRest: Bool { hand.isEmpty && states.isEmpty && queue.isEmpty }

    /// The first violated invariant; `nil` if all hold.
    var brokenInvariant: String? {
        if let broken = states.brokenInvariant ?? hand.brokenInvariant { return broken }
        if let broken = queue.brokenInvariant ?? groups.brokenInvariant { return broken }
        if aside.fingers & hand.fingers != 0 { return "a finger is in the hand and aside" }
        if hand.isEmpty, !aside.isEmpty { return "fingers are beside an empty hand" }
        let composed = states.active & arbiter.roots & arbiter.compositions
        if let broken = compositions.brokenInvariant(active: composed) { return broken }
        let roots = states.active & arbiter.roots & ~arbiter.compositions
        for root in SlotSequence(roots) where states[root].fingers != hand.fingers {
            return "an active gesture does not have the fingers of its hand"
        }
        return nil
    }

    /// Checks the invariants after every step, in debug builds.
    func checkInvariants() {
        assert(brokenInvariant == nil, brokenInvariant ?? "")
    }
}
