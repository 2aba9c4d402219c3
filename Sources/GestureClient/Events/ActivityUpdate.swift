import GestureWire

/// A user started to touch a screen, or no user has touched one for some time.
public struct ActivityUpdate: Sendable, Hashable {
    /// The time of the change, on the kernel's monotonic clock, in microseconds.
    public let timeUs: Int64
    /// Whether a user started to touch a screen.
    public let isActive: Bool
}

extension ActivityUpdate: LineObject {
    init(_ members: LineMembers<ActivityMember>) throws(LineError) {
        timeUs = try members.integer(.time)
        isActive = members.text(.state) == ActivityState.active.rawValue
    }
}

/// The end of the first touch after a time without users: all its fingers have lifted.
public struct WakeUpdate: Sendable, Hashable {
    /// When the last finger of the touch lifted, on the kernel's monotonic clock, in microseconds.
    public let timeUs: Int64
    /// When the first finger of the touch landed, in microseconds.
    public let beganUs: Int64
}

extension WakeUpdate: LineObject {
    init(_ members: LineMembers<WakeMember>) throws(LineError) {
        timeUs = try members.integer(.time)
        beganUs = try members.integer(.began)
    }
}

/// Whether touches must not press anything: from the time at which no user is present until the end
/// of the first touch after it.
///
/// A dark screen does not show users what they press. Cover the buttons while `isUp`: the first
/// touch lands on the cover, and its lift removes the cover. The compositor receives each touch as
/// soon as the daemon does, so a cover that appears at the touch would be too late.
///
/// Give it every event of a client that subscribes to `activity` and `wake`, and the status at each
/// `hello`:
///
/// ```swift
/// var shield = WakeShield()
/// for try await event in client.events {
///     var isChanged = shield.apply(event)
///     if case .hello = event { isChanged = try await shield.apply(client.status()) || isChanged }
///     if isChanged { window.isCovered = shield.isUp }
/// }
/// ```
///
/// If the shield may have missed the end of a touch, it goes down: one unwanted press is better
/// than an unusable screen. While the connection is lost, it does not change.
public struct WakeShield: Sendable, Hashable {
    /// Whether touches must not press anything.
    public private(set) var isUp = false

    /// Creates a shield that is down.
    public init() {}

    /// Processes an event of the daemon.
    ///
    /// - Returns: whether `isUp` changed.
    public mutating func apply(_ event: GestureClientEvent) -> Bool {
        switch event {
        case .activity(let update): update.isActive ? false : set(true)
        case .wake, .overflow, .bye, .hello: set(false)
        case .device, .snapshotEnd, .gesture, .contact, .health, .explanation, .unknown: false
        }
    }

    /// Applies the state that a daemon reports at the start of a connection: the idle time may have
    /// begun before it, so that no `activity` reports it.
    ///
    /// - Returns: whether `isUp` changed.
    public mutating func apply(_ report: DaemonReport) -> Bool {
        report.isIdle == true ? set(true) : false
    }

    /// The former name of `apply(_:)`.
    @available(*, deprecated, renamed: "apply(_:)")
    public mutating func take(_ event: GestureClientEvent) -> Bool { apply(event) }

    /// The former name of `apply(_:)`.
    @available(*, deprecated, renamed: "apply(_:)")
    public mutating func take(_ report: DaemonReport) -> Bool { apply(report) }

    private mutating func set(_ isUp: Bool) -> Bool {
        defer { self.isUp = isUp }
        return self.isUp != isUp
    }
}
