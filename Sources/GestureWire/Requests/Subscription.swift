public import TouchCore

/// What a client subscribes to; a filter that is `nil` accepts everything.
public struct Subscription: Sendable, Hashable {
    /// The types of lines that a client can subscribe to.
    public enum Topic: String, Sendable, Hashable, CaseIterable {
        case gesture, device, activity, contact, health
    }

    /// A filter of touchscreens.
    public enum DeviceFilter: Sendable, Hashable {
        /// The device number in lines.
        case id(Int64)
        /// The name of the device or of its output.
        case name(String)
    }

    public var topics: Set<Topic> = [.gesture, .device]
    public var gestures: Set<GestureKind>?
    public var names: Set<String>?
    public var zones: Set<String>?
    public var phases: Set<GesturePhase>?
    public var devices: Set<DeviceFilter>?
    public var fingers: ClosedRange<Int>?
    /// The maximum number of `changed` lines per second for each gesture, 1 to 240; `nil`: no
    /// limit.
    public var maximumRate: Double?
    /// Whether lines contain positions.
    public var tellsPositions = true

    /// The subscription of a client that sends no request.
    public init() {}
}

extension Subscription {
    static let memberNames = [
        "events", "gestures", "names", "zones", "phases", "devices", "fingers", "max_rate_hz",
        "positions",
    ]
    private static let mostFingers: Int64 = 64

    init(_ members: RequestMembers) throws(RequestError) {
        topics = try members.words("events", "event") ?? topics
        gestures = try members.words("gestures", "gesture", else: .unknownGesture)
        names = try members.names("names")
        zones = try members.names("zones")
        phases = try members.words("phases", "phase")
        devices = try members.list("devices", Self.device).map(Set.init)
        fingers = try Self.fingers(members)
        maximumRate = try members.number("max_rate_hz", 1...240)
        tellsPositions = try members.flag("positions") ?? tellsPositions
    }

    private static func device(
        _ value: JSONValue, _ path: String
    ) throws(RequestError) -> DeviceFilter {
        switch value {
        case .string(let text) where (1...256).contains(text.utf8.count): return .name(text)
        case .number(let number):
            if let id = number.integer { return .id(id) }
            fallthrough
        default:
            throw RequestMembers.refusal(
                path, takes: "the id of a device, its name or its output", value)
        }
    }

    private static func fingers(
        _ members: RequestMembers
    ) throws(RequestError) -> ClosedRange<Int>? {
        let read = try members.list("fingers") { value, path throws(RequestError) in
            guard case .number(let number) = value, let count = number.integer,
                (1...mostFingers).contains(count)
            else {
                throw RequestMembers.refusal(
                    path, takes: "an integer of 1 to \(mostFingers)", value)
            }
            return Int(count)
        }
        guard let counts = read else { return nil }
        guard counts.count == 2, counts[0] <= counts[1] else {
            throw RequestError(
                .invalidValue, "fingers takes the fewest and the most, as in [1,2]",
                member: "fingers")
        }
        return counts[0]...counts[1]
    }
}
