import LinuxIO
public import TouchCore

/// A touchscreen of this machine, with the gestures of a program.
///
/// While the loop over `Touchscreens` waits for the next touchscreen, it drives those that it has
/// returned by their events and deadlines. Their gestures call back on the loop's actor.
public final class Touchscreen: GestureSurface {
    /// The device's name: untrusted text; escape control characters before showing it.
    public let name: String
    /// The path of the device's node.
    public let path: String
    /// The device's number among all that the loop has opened, from 1.
    public let number: Int
    /// The axes of the device.
    public let panel: Panel
    /// The settings of the device.
    public let settings: DeviceSettings
    /// Whether it is connected. A reconnected screen is a new object.
    public private(set) var isConnected = true
    /// Called once when the device is removed, after its gestures were cancelled.
    public var onDisconnect: (() -> Void)?
    /// Also receives the contacts, for uses of the program other than gestures.
    public var receiver: (any TouchReceiver)?

    init(_ summary: DeviceSummary, _ panel: Panel, _ settings: DeviceSettings) {
        name = summary.name
        path = summary.path ?? ""
        number = summary.id
        self.panel = panel
        self.settings = settings
        super.init(panel: panel, settings: settings)
    }

    /// When the panel or its receiver has to be called, in microseconds; `nil` if neither has to
    /// be.
    var nextWake: Int64? {
        var wake = EarliestTime()
        wake.include(nextDeadline?.microseconds)
        wake.include(receiver?.nextDeadline?.microseconds)
        return wake.time
    }

    /// Processes one frame.
    func receive(_ frame: TouchFrame, _ reports: Span<TouchReport>) {
        process(frame, reports: reports)
        receiver?.process(frame, reports: reports)
    }

    /// Advances the panel and its receiver to `time` if they have a deadline before it.
    func wake(at time: Timestamp) {
        if let nextDeadline, nextDeadline <= time { advance(to: time) }
        if let receiver, let due = receiver.nextDeadline, due <= time { receiver.advance(to: time) }
    }

    /// Handles the removal of the device.
    func disconnect() {
        cancelAll(.deviceRemoved)
        receiver?.cancelAll(.deviceRemoved)
        receiver = nil
        isConnected = false
        onDisconnect?()
        onDisconnect = nil
    }
}

/// The description of a touchscreen before it is used.
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
