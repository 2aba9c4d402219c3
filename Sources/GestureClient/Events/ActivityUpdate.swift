/// Somebody started to touch a screen, or nobody has for a while.
public struct ActivityUpdate: Sendable, Hashable {
    /// On the kernel's monotonic clock, in microseconds.
    public let timeUs: Int64
    /// Whether somebody started to touch a screen.
    public let isActive: Bool
}

extension ActivityUpdate {
    init(_ members: LineMembers) throws(LineError) {
        timeUs = try members.integer("time_us")
        isActive = members.text("state") == "active"
    }
}

/// The touch that woke, the first after nobody was there, has lifted with all its fingers.
public struct WakeUpdate: Sendable, Hashable {
    /// When the last of its fingers lifted, on the kernel's monotonic clock, in microseconds.
    public let timeUs: Int64
    /// When the first of them landed, in microseconds.
    public let beganUs: Int64
}

extension WakeUpdate {
    init(_ members: LineMembers) throws(LineError) {
        timeUs = try members.integer("time_us")
        beganUs = try members.integer("began_us")
    }
}

/// Whether touches are to press nothing: from when nobody is there until the touch that wakes is over.
///
/// A screen that is dark shows nobody what they press. Cover the buttons while `isUp`: the first touch
/// lands on the cover, and its lift takes the cover away. The compositor has each touch as soon as the
/// daemon does, so a cover that went up at the touch would come too late; this one is up before.
///
/// Give it every event of a client that subscribes to `activity` and `wake`, and the status at each
/// `hello`:
///
/// ```swift
/// var shield = WakeShield()
/// for try await event in client.events {
///     var isChanged = shield.take(event)
///     if case .hello = event { isChanged = try await shield.take(client.status()) || isChanged }
///     if isChanged { window.isCovered = shield.isUp }
/// }
/// ```
///
/// Where it may have missed the end of a touch it comes down: one press too many is better than a screen
/// that nobody can use. While the connection is lost it stays as it is.
public struct WakeShield: Sendable, Hashable {
    /// Whether touches are to press nothing.
    public private(set) var isUp = false

    /// One that is down.
    public init() {}

    /// Takes an event of the daemon.
    ///
    /// - Returns: whether `isUp` changes with it.
    public mutating func take(_ event: GestureClientEvent) -> Bool {
        switch event {
        case .activity(let update): update.isActive ? false : set(true)
        case .wake, .overflow, .bye, .hello: set(false)
        case .device, .snapshotEnd, .gesture, .contact, .health, .explanation, .unknown: false
        }
    }

    /// Takes what a daemon reports that was there before the connection: nobody may have been for long.
    ///
    /// - Returns: whether `isUp` changes with it.
    public mutating func take(_ report: DaemonReport) -> Bool {
        report.isIdle == true ? set(true) : false
    }

    private mutating func set(_ isUp: Bool) -> Bool {
        defer { self.isUp = isUp }
        return self.isUp != isUp
    }
}
