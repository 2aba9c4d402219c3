/// What a client wants to hear; what is `nil` lets everything pass.
public struct GestureSubscription: Sendable, Hashable {
    /// A type of line that can be asked for.
    public struct Topic: WireWord {
        /// The word as it stands in lines.
        public let rawValue: String

        /// A word of the protocol, known here or not.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// Gestures.
        public static let gesture = Topic(rawValue: "gesture")
        /// Touchscreens that come, go and change.
        public static let device = Topic(rawValue: "device")
        /// Whether somebody touches something.
        public static let activity = Topic(rawValue: "activity")
        /// Each contact of each frame, where the configuration allows it.
        public static let contact = Topic(rawValue: "contact")
        /// What is not as it should be.
        public static let health = Topic(rawValue: "health")
    }

    /// A touchscreen.
    public enum Device: Sendable, Hashable {
        /// By its id.
        case id(Int)
        /// By its name, which may have `*` and `?`, or by its output.
        case name(String)
    }

    /// What is told at all; `nil`: gestures and devices.
    public var events: Set<Topic>?
    /// Kinds of gestures.
    public var gestures: Set<GestureUpdate.Kind>?
    /// Names of gestures.
    public var names: Set<String>?
    /// Names of zones.
    public var zones: Set<String>?
    /// Which steps are told.
    public var phases: Set<GestureUpdate.Phase>?
    /// Which touchscreens.
    public var devices: Set<Device>?
    /// How many fingers.
    public var fingers: ClosedRange<Int>?
    /// The most `changed` a second of each gesture, 1 to 240.
    public var maximumRate: Double?
    /// Whether lines say where fingers are.
    public var tellsPositions = true

    /// Every gesture in every phase, and every change of a touchscreen.
    public init() {}

    /// These kinds of gestures, in every phase, and every change of a touchscreen.
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
        func add(_ name: String, _ values: [RequestValue]?) {
            if let values { members.append(.init(name, .list(values))) }
        }
        add("events", Self.words(events))
        add("gestures", Self.words(gestures))
        add("names", names?.sorted().map(RequestValue.text))
        add("zones", zones?.sorted().map(RequestValue.text))
        add("phases", Self.words(phases))
        add("devices", devices?.map(\.value))
        add(
            "fingers",
            fingers.map { [.integer(Int64($0.lowerBound)), .integer(Int64($0.upperBound))] })
        if let maximumRate { members.append(.init("max_rate_hz", .number(maximumRate))) }
        if !tellsPositions { members.append(.init("positions", false)) }
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
