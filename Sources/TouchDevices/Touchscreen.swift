import LinuxIO
public import TouchCore

/// A touchscreen of this machine, with the gestures of a program.
///
/// It is driven by its own events and deadlines while the loop over `Touchscreens` that gave it waits for
/// the next; its gestures call back there, on that loop's actor.
public final class Touchscreen: GestureSurface {
    /// The device's name: untrusted text; escape control characters before showing it.
    public let name: String
    /// The node that it is read from.
    public let path: String
    /// Its number among all since the loop began, 1 for the first.
    public let number: Int
    /// What it reports about itself.
    public let panel: Panel
    /// What holds for it.
    public let settings: DeviceSettings
    /// Whether it is there; one that went does not come back: it is another then.
    public private(set) var isConnected = true
    /// Called once when it goes away, after what was under way was cancelled.
    public var onDisconnect: (() -> Void)?
    /// Takes its contacts, too: what a program makes of them besides.
    public var receiver: (any TouchReceiver)?

    init(_ summary: DeviceSummary, _ panel: Panel, _ settings: DeviceSettings) {
        name = summary.name
        path = summary.path ?? ""
        number = summary.id
        self.panel = panel
        self.settings = settings
        super.init(panel: panel, settings: settings)
    }

    /// When it, or its receiver, wants to be called, in microseconds; `nil`: neither.
    var nextWake: Int64? {
        var wake = EarliestTime()
        wake.take(nextDeadline?.microseconds)
        wake.take(receiver?.nextDeadline?.microseconds)
        return wake.time
    }

    /// Takes one frame.
    func take(_ frame: TouchFrame, _ reports: Span<TouchReport>) {
        process(frame, reports: reports)
        receiver?.process(frame, reports: reports)
    }

    /// Lets time go on.
    func wake(at time: Timestamp) {
        if let nextDeadline, nextDeadline <= time { advance(to: time) }
        if let receiver, let due = receiver.nextDeadline, due <= time { receiver.advance(to: time) }
    }

    /// It went away.
    func disconnect() {
        cancelAll(.deviceRemoved)
        receiver?.cancelAll(.deviceRemoved)
        receiver = nil
        isConnected = false
        onDisconnect?()
        onDisconnect = nil
    }
}

/// What is known of a touchscreen before it is taken.
public struct TouchscreenDescription: Sendable, Hashable {
    /// The device's name: untrusted text; escape control characters before showing it.
    public var name: String
    /// The node, and the links to it.
    public var paths: [String]
    /// The vendor id.
    public var vendor: UInt16
    /// The product id.
    public var product: UInt16
}
