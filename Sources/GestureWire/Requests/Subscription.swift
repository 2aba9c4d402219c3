public import TouchCore

/// The subscription of a client; a filter that is `nil` accepts everything.
public struct Subscription: Sendable, Hashable {
    /// The types of lines that a client can subscribe to.
    public enum Topic: String, Sendable, Hashable, CaseIterable {
        case gesture, device, activity, wake, contact, health, explanation
    }

    /// A touchscreen of a filter.
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
    /// The maximum number of `changed` lines per second for each gesture, 1 to 240; `nil` if there
    /// is no limit.
    public var maximumRate: Double?
    /// Whether lines contain positions.
    public var includesPositions = true

    /// The subscription of a client that sends no request.
    public init() {}
}

extension Subscription {
    private static let maximumFingers: Int64 = 64

    init(_ members: RequestMembers) throws(RequestError) {
        typealias Member = SubscriptionMember
        topics = try members.keywords(Member.events, "event") ?? topics
        gestures = try members.keywords(
            Member.gestures, "gesture", else: .unknownGesture, meant: GestureKind.meant)
        names = try members.names(Member.gestureNames)
        zones = try members.names(Member.zones)
        phases = try members.keywords(Member.phases, "phase")
        devices = try members.list(Member.devices, Self.device).map(Set.init)
        fingers = try Self.fingers(members)
        maximumRate = try members.number(Member.maximumRate, 1...240)
        includesPositions = try members.flag(Member.positions) ?? includesPositions
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
        let member = SubscriptionMember.fingers
        let counts = try members.list(member) { value, path throws(RequestError) in
            guard case .number(let number) = value, let count = number.integer,
                (1...maximumFingers).contains(count)
            else {
                throw RequestMembers.refusal(
                    path, takes: "an integer of 1 to \(maximumFingers)", value)
            }
            return Int(count)
        }
        guard let counts else { return nil }
        guard counts.count == 2, counts[0] <= counts[1] else {
            throw RequestError(
                .invalidValue, "fingers takes the minimum and the maximum, as in [1,2]",
                member: member.rawValue)
        }
        return counts[0]...counts[1]
    }
}

/// A subscription compiled for one configuration: matching an event takes a few bit operations.
public struct SubscriptionFilter: Sendable {
    /// The phases that are sent.
    public let phases: PhaseSet
    /// The gestures of each zone of the configuration that are sent, one bit each.
    private let gestures: ContiguousArray<UInt64>
    /// The gestures of each zone that this client added, likewise.
    private var added: ContiguousArray<(handle: ZoneHandle, gestures: UInt64)> = []
    private let fingers: ClosedRange<Int>

    /// A filter for the zones of `configuration`.
    public init(_ subscription: Subscription, _ configuration: GestureConfiguration) {
        phases = subscription.phases.map(PhaseSet.init) ?? .all
        fingers = subscription.fingers ?? 0...Int.max
        gestures = ContiguousArray(configuration.zones.map(subscription.mask(of:)))
    }

    /// Adds a zone of this client, filtered by `subscription`.
    public mutating func add(
        _ zone: ZoneConfiguration, as handle: ZoneHandle, _ subscription: Subscription
    ) {
        added.append((handle, subscription.mask(of: zone)))
    }

    /// Removes a zone of this client.
    public mutating func remove(_ handle: ZoneHandle) {
        added.removeAll { $0.handle == handle }
    }

    /// Whether the gesture that begins with `event` is sent, in the phases of the subscription.
    ///
    /// The device filter is applied elsewhere.
    public func admits(_ event: GestureEvent) -> Bool {
        let mask = event.zone < gestures.count ? gestures[event.zone] : addedMask(of: event.zone)
        return mask & 1 << UInt64(truncatingIfNeeded: event.gesture) != 0
            && fingers.contains(event.fingers)
    }

    private func addedMask(of zone: Int) -> UInt64 {
        for entry in added where entry.handle.rawValue == zone { return entry.gestures }
        return 0
    }
}

extension Subscription {
    fileprivate func mask(of zone: ZoneConfiguration) -> UInt64 {
        guard topics.contains(.gesture), zones?.contains(zone.name) ?? true else { return 0 }
        var mask: UInt64 = 0
        for (index, gesture) in zone.gestures.enumerated() {
            let isWanted =
                gestures?.contains(gesture.kind) ?? true && names?.contains(gesture.name) ?? true
            mask |= isWanted ? 1 << UInt64(index) : 0
        }
        return mask
    }
}

/// A set of gesture phases.
public struct PhaseSet: OptionSet, Sendable, Hashable {
    public let rawValue: UInt8

    @inlinable
    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// The set of one phase.
    @inlinable
    public init(_ phase: GesturePhase) {
        switch phase {
        case .began: rawValue = 1
        case .changed: rawValue = 2
        case .ended: rawValue = 4
        case .cancelled: rawValue = 8
        }
    }

    init(_ phases: Set<GesturePhase>) {
        self = phases.reduce(into: []) { $0.formUnion(PhaseSet($1)) }
    }

    public static let all = PhaseSet(rawValue: 15)

    /// Whether the set contains the phase.
    @inlinable
    public func contains(_ phase: GesturePhase) -> Bool {
        rawValue & PhaseSet(phase).rawValue != 0
    }
}
