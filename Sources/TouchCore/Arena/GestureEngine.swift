/// Recognises gestures on one surface.
///
/// Pure: frames and deadlines go in, events come out. The owner reads `nextDeadline` after each
/// call and calls `advance(to:ids:into:)` once its clock, or the recording's, has come that far.
public struct GestureEngine: ~Copyable {
    /// The panel's geometry: size, rotation, and where its size comes from.
    public let surface: Surface

    /// What stands in for force; `nil` until the device has shown that it has any.
    public private(set) var forceSource: ForceSource?

    /// When the engine wants to be woken; `nil` while it waits for nothing.
    public var nextDeadline: Timestamp? { nil }

    /// - Parameter device: the number that events carry in `device`.
    public init(panel: Panel, configuration: GestureConfiguration = .standard, device: Int) {
        surface = Surface(panel: panel)
    }

    /// Takes one frame; deadlines up to its stamp fire first.
    public mutating func process(
        _ frame: TouchFrame, reports: Span<TouchReport>, ids: inout GestureIDs,
        into events: inout GestureEventBuffer
    ) {}

    /// Lets time go on to `time`: every deadline up to it fires, in order.
    public mutating func advance(
        to time: Timestamp, ids: inout GestureIDs, into events: inout GestureEventBuffer
    ) {}

    /// Cancels every live gesture, for a device that goes away or a daemon that ends.
    ///
    /// Stamped with the last time the engine has seen. The fingers still on the glass are spent.
    public mutating func cancelAll(
        _ reason: CancellationReason, into events: inout GestureEventBuffer
    ) {}
}
