/// Recognises gestures on one surface.
///
/// Pure: frames and deadlines go in, events come out. The owner reads `nextDeadline` after each
/// call and calls `advance(to:ids:into:)` once its clock, or the recording's, has come that far.
/// Nothing is allocated once it is made.
public struct GestureEngine: ~Copyable {
    /// The panel's geometry: size, rotation, and where its size comes from.
    public let surface: Surface

    /// When the engine wants to be woken; `nil` while it waits for nothing.
    public private(set) var nextDeadline: Timestamp?

    var fingers = FingerTable()
    var filter: ContactFilter
    var arena: Arena
    /// The last time the engine has seen; never falls.
    private(set) var now = Timestamp(microseconds: .min)

    /// - Parameters:
    ///   - settings: what the configuration says of the device.
    ///   - device: the number that events carry in `device`.
    public init(
        panel: Panel, settings: DeviceSettings = .init(),
        configuration: GestureConfiguration = .standard, device: Int
    ) {
        surface = Surface(panel: panel, settings: settings)
        filter = ContactFilter(panel: panel, surface: surface, settings: settings)
        arena = Arena(configuration.zones[0], zone: 0, device: device, surface: surface)
    }

    /// What stands in for force; `nil` until the device has shown that it has any.
    public var forceSource: ForceSource? {
        guard let sensor = filter.sensor, sensor.isProven else { return nil }
        return sensor.source
    }

    /// Takes one frame; deadlines up to its stamp fire first.
    ///
    /// A stamp below the last one's is raised to it.
    public mutating func process(
        _ frame: TouchFrame, reports: Span<TouchReport>, ids: inout GestureIDs,
        into events: inout GestureEventBuffer
    ) {
        events.ids = ids
        fireDeadlines(to: frame.time, into: &events)
        if frame.isResynchronised {
            spendContacts(.resynchronised, into: &events)
        } else {
            processReports(reports, into: &events)
        }
        updateDeadline()
        ids = events.ids
    }

    /// Lets time go on to `time`: every deadline up to it fires, in order.
    public mutating func advance(
        to time: Timestamp, ids: inout GestureIDs, into events: inout GestureEventBuffer
    ) {
        events.ids = ids
        fireDeadlines(to: time, into: &events)
        ids = events.ids
    }

    /// Cancels every live gesture, for a device that goes away or a daemon that ends.
    ///
    /// Stamped with the last time the engine has seen. The fingers still on the glass are spent.
    public mutating func cancelAll(
        _ reason: CancellationReason, into events: inout GestureEventBuffer
    ) {
        spendContacts(reason, into: &events)
        updateDeadline()
    }
}

extension GestureEngine {
    /// What holds for the step at `now`.
    var moment: Moment {
        Moment(
            time: now, forceSource: forceSource,
            isForceCalibrated: filter.sensor?.isCalibrated ?? false)
    }

    private mutating func spendContacts(
        _ reason: CancellationReason, into events: inout GestureEventBuffer
    ) {
        arena.clear(reason, moment, fingers: fingers, into: &events)
        filter.spendAll()
    }

    private mutating func fireDeadlines(
        to time: Timestamp, into events: inout GestureEventBuffer
    ) {
        while let deadline = nextDeadline, deadline <= time {
            now = max(now, deadline)
            let landed = filter.landPending(at: now, fingers: &fingers)
            arena.fireDeadlines(moment, fingers: fingers, into: &events)
            arena.land(landed, isJump: false, moment, fingers: &fingers, into: &events)
            updateDeadline()
        }
        now = max(now, time)
    }

    private mutating func updateDeadline() {
        let pending = filter.nextDeadline(fingers)
        let due = arena.nextDeadline(after: moment)
        guard let pending, let due else {
            nextDeadline = pending ?? due
            return
        }
        nextDeadline = min(pending, due)
    }
}
