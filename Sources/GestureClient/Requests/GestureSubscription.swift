import GestureWire

/// The subscription of a client; a filter that is `nil` accepts everything.
public struct GestureSubscription: Sendable, Hashable {
    /// A type of line that can be subscribed to.
    public struct Topic: WireWord {
        /// The name on the wire.
        public let rawValue: String

        /// A name from the protocol, which may be unknown to this library.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// Gestures.
        public static let gesture = Topic(Subscription.Topic.gesture)
        /// Touchscreens that are added, removed or changed.
        public static let device = Topic(Subscription.Topic.device)
        /// Whether any touchscreen is being touched.
        public static let activity = Topic(Subscription.Topic.activity)
        /// The end of the first touch after a time without users.
        public static let wake = Topic(Subscription.Topic.wake)
        /// Each contact of each frame, if the configuration allows it.
        public static let contact = Topic(Subscription.Topic.contact)
        /// Conditions that an operator may want to know.
        public static let health = Topic(Subscription.Topic.health)
        /// Why gestures were not recognised; needs the daemon's permission, `clients.explain`.
        public static let explanation = Topic(Subscription.Topic.explanation)
    }

    /// A filter of touchscreens.
    public enum Device: Sendable, Hashable {
        /// A touchscreen by its id.
        case id(Int)
        /// A touchscreen by its name, which may contain `*` and `?`, or by its output.
        case name(String)
    }

    /// The types of lines. If `nil`, gestures and devices.
    public var events: Set<Topic>?
    /// Kinds of gestures.
    public var gestures: Set<GestureUpdate.Kind>?
    /// Names of gestures.
    public var names: Set<String>?
    /// Names of zones.
    public var zones: Set<String>?
    /// Phases of gestures.
    public var phases: Set<GestureUpdate.Phase>?
    /// Touchscreens.
    public var devices: Set<Device>?
    /// Numbers of fingers.
    public var fingers: ClosedRange<Int>?
    /// The maximum number of `changed` per second for each gesture, 1 to 240.
    public var maximumRate: Double?
    /// Whether lines contain positions.
    public var includesPositions = true

    /// The former name of `includesPositions`.
    @available(*, deprecated, renamed: "includesPositions")
    public var tellsPositions: Bool {
        get { includesPositions }
        set { includesPositions = newValue }
    }

    /// Every gesture in every phase, and every device change.
    public init() {}

    /// These kinds of gestures in every phase, and every device change.
    public static func gestures(_ kinds: GestureUpdate.Kind...) -> GestureSubscription {
        var subscription = GestureSubscription()
        subscription.gestures = Set(kinds)
        return subscription
    }
}

extension GestureSubscription {
    /// The members of the request.
    var members: [RequestValue.Member] {
        var members: [RequestValue.Member] = []
        func add(_ member: SubscriptionMember, _ values: [RequestValue]?) {
            if let values { members.append(.init(member, .list(values))) }
        }
        add(.events, Self.words(events))
        add(.gestures, Self.words(gestures))
        add(.gestureNames, names?.sorted().map(RequestValue.text))
        add(.zones, zones?.sorted().map(RequestValue.text))
        add(.phases, Self.words(phases))
        add(.devices, devices?.map(\.value))
        add(
            .fingers,
            fingers.map { [.integer(Int64($0.lowerBound)), .integer(Int64($0.upperBound))] })
        if let maximumRate {
            members.append(.init(SubscriptionMember.maximumRate, .number(maximumRate)))
        }
        if !includesPositions { members.append(.init(SubscriptionMember.positions, false)) }
        return members
    }

    private static func words(_ words: Set<some WireWord>?) -> [RequestValue]? {
        words?.map(\.rawValue).sorted().map(RequestValue.text)
    }
}

extension GestureSubscription.Device {
    fileprivate var value: RequestValue {
        switch self {
        case .id(let id): .integer(Int64(id))
        case .name(let name): .text(name)
        }
    }
}
