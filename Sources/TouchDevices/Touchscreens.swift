import InputDevices
public import Logging
public import TouchCore

/// The touchscreens of this machine, those present and those that appear.
///
///     for await panel in Touchscreens() {
///         try panel.add { SurfaceTapGesture(count: 2).onEnded { print("two taps on \(panel.name)") } }
///     }
///
/// While the loop waits for the next touchscreen, it drives those that it has returned: their
/// gestures call back on the loop's actor. So the body of the loop should end soon. When a device
/// is removed, its gestures are cancelled; a reconnected device is a new `Touchscreen`. When the
/// loop ends, or its task is cancelled, every device is closed.
///
/// The user must be in the group that owns the nodes (`input`, mostly). Nodes that cannot be read
/// are logged, and tried again. The loop ends by itself only if udev is not available.
public struct Touchscreens: AsyncSequence {
    public typealias Element = Touchscreen
    public typealias Failure = Never

    private let makeSource: () -> (any DeviceSource)?
    private let settings: (TouchscreenDescription) -> DeviceSettings?
    private let logger: Logger

    /// - Parameters:
    ///   - logger: logs nodes that cannot be read; by default to standard error.
    ///   - settings: returns the settings of a touchscreen: its size, rotation, and how contacts
    ///     are filtered; `nil` if it is not to be used. By default the device's own values apply.
    public init(
        logger: Logger = Logger(label: "TouchDevices"),
        settings: @escaping (TouchscreenDescription) -> DeviceSettings? = { _ in DeviceSettings() }
    ) {
        self.init(logger: logger, settings: settings) { TouchscreenReader.evdevSource(logger) }
    }

    /// The touchscreens of another source.
    package init(
        logger: Logger, settings: @escaping (TouchscreenDescription) -> DeviceSettings?,
        source: @escaping () -> (any DeviceSource)?
    ) {
        self.logger = logger
        self.settings = settings
        makeSource = source
    }

    /// Opens the present touchscreens, and watches for others.
    public func makeAsyncIterator() -> Iterator {
        Iterator(
            reader: makeSource().flatMap { TouchscreenReader($0, settings, logger: logger) })
    }

    /// Returns touchscreens as they appear, and drives those that it returned while it waits.
    public struct Iterator: AsyncIteratorProtocol {
        fileprivate let reader: TouchscreenReader?

        /// The next touchscreen; `nil` once the task is cancelled, or if udev is not available.
        public mutating func next(
            isolation actor: isolated (any Actor)?
        ) async -> Touchscreen? {
            guard let reader else { return nil }
            while !Task.isCancelled, !reader.hasEnded {
                if let panel = reader.takeArrival() { return panel }
                reader.prepareToWait()
                await reader.waiter.wait()
                if Task.isCancelled { break }
                reader.turn()
            }
            reader.close()
            return nil
        }

        /// The next touchscreen, on no actor in particular.
        public mutating func next() async -> Touchscreen? { await next(isolation: #isolation) }
    }
}

@available(*, unavailable)
extension Touchscreens: Sendable {}

@available(*, unavailable)
extension Touchscreens.Iterator: Sendable {}
