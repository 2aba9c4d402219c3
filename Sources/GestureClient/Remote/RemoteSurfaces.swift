import LinuxIO
public import TouchCore

/// The touchscreens that the daemon reads, each with gestures of this program: for programs that may not
/// read devices, and for gestures that no configuration can say.
///
///     for try await panel in RemoteSurfaces() {
///         panel.add { MagnifyGesture().onEnded { print("×\($0.magnification)") } }
///     }
///
/// It needs `privacy.contacts: true` in the daemon's configuration, since contacts are the taps on a PIN pad:
/// else it throws `GestureClientError.refused` with the code `not_permitted`.
///
/// While the loop waits for the next, it drives those that it gave: their gestures call back on the loop's
/// actor. So its body should end soon. Where the connection is lost every gesture is cancelled, and another
/// surface comes once the daemon is there again. A deadline, such as that of a long press, fires 20 ms after it
/// is due, so that no line that is under way comes too late; of a recording when a later line comes, or at its end.
public struct RemoteSurfaces: AsyncSequence {
    public typealias Element = RemoteSurface
    public typealias Failure = GestureClientError

    private let location: SocketLocation
    private let reconnects: Bool
    private let settings: (TouchDevice) -> DeviceSettings?

    /// - Parameters:
    ///   - location: the location of the socket; by default the rule of the protocol.
    ///   - reconnects: whether to wait for a daemon that is not there, or goes; else it ends with that.
    ///   - settings: how contacts are filtered; places are rotated and calibrated already. `nil`: this
    ///     touchscreen is left alone.
    public init(
        location: SocketLocation = SocketLocation(), reconnects: Bool = true,
        settings: @escaping (TouchDevice) -> DeviceSettings? = { _ in DeviceSettings() }
    ) {
        self.location = location
        self.reconnects = reconnects
        self.settings = settings
    }

    /// Connects.
    public func makeAsyncIterator() -> Iterator {
        Iterator(
            reader: RemoteReader(
                ContactFeed(location: location, reconnects: reconnects), settings))
    }

    /// Gives surfaces as they come, and drives those that it gave while it waits.
    public struct Iterator: AsyncIteratorProtocol {
        fileprivate let reader: RemoteReader

        /// The next surface; `nil` once the task is cancelled, or the daemon has ended.
        public mutating func next(
            isolation actor: isolated (any Actor)?
        ) async throws(GestureClientError) -> RemoteSurface? {
            while !Task.isCancelled {
                // What comes after a surface waits until it has its gestures.
                try reader.takeWaiting()
                if let surface = reader.takeArrival() { return surface }
                if reader.isOver { break }
                let items = await reader.feed.next(until: reader.nextWake)
                if Task.isCancelled { break }
                reader.receive(items)
            }
            reader.close()
            return nil
        }

        /// The next surface, on no actor in particular.
        public mutating func next() async throws(GestureClientError) -> RemoteSurface? {
            try await next(isolation: #isolation)
        }
    }
}

@available(*, unavailable)
extension RemoteSurfaces: Sendable {}

@available(*, unavailable)
extension RemoteSurfaces.Iterator: Sendable {}

/// Makes surfaces of what the daemon sends.
private final class RemoteReader {
    let feed: ContactFeed
    private(set) var isOver = false
    private let settings: (TouchDevice) -> DeviceSettings?
    private var surfaces: [RemoteSurface] = []
    private var arrivals: [RemoteSurface] = []
    /// What came and has not been taken.
    private var waiting: ArraySlice<ContactFeed.Item> = []

    init(_ feed: ContactFeed, _ settings: @escaping (TouchDevice) -> DeviceSettings?) {
        self.feed = feed
        self.settings = settings
    }

    deinit {
        close()
    }

    /// When there is something to do though no line comes, in microseconds.
    var nextWake: Int64? { surfaces.compactMap(\.nextWake).min() }

    func takeArrival() -> RemoteSurface? { arrivals.isEmpty ? nil : arrivals.removeFirst() }

    /// What came; nothing: it is time for what is due.
    func receive(_ items: [ContactFeed.Item]) {
        waiting += items
        if items.isEmpty { wakeSurfaces() }
    }

    private func wakeSurfaces() {
        let now = SystemClock.monotonicUs
        for surface in surfaces { surface.wake(at: now) }
    }

    /// Takes what came, up to the next surface.
    func takeWaiting() throws(GestureClientError) {
        while arrivals.isEmpty, !waiting.isEmpty {
            switch waiting.removeFirst() {
            case .event(let event): take(event)
            case .lost: disconnectAll()
            case .end(let error):
                close()
                if let error { throw error }
            }
        }
        // One panel's lines are nothing to another's deadlines.
        if waiting.isEmpty { wakeSurfaces() }
    }

    func close() {
        isOver = true
        feed.close()
        disconnectAll()
        arrivals = []
        waiting = []
    }

    private func take(_ event: GestureClientEvent) {
        switch event {
        case .contact(let update):
            surfaces.first { $0.device.id == update.device }?.take(update)
        case .device(let update): take(update)
        case .overflow: surfaces.forEach { $0.resynchronise() }
        default: break
        }
    }

    private func take(_ update: DeviceUpdate) {
        let known = surfaces.first { $0.device.id == update.device.id }
        if update.change == .removed {
            return disconnect(known)
        }
        if let known {
            let isSame =
                known.device.width == update.device.width
                && known.device.height == update.device.height
                && known.device.state == update.device.state
            if isSame { return }
            disconnect(known)
        }
        guard update.device.state == "open", let wanted = settings(update.device) else { return }
        let surface = RemoteSurface(update.device, settings: wanted)
        surfaces.append(surface)
        arrivals.append(surface)
    }

    private func disconnect(_ surface: RemoteSurface?) {
        guard let surface else { return }
        surfaces.removeAll { $0 === surface }
        surface.disconnect()
    }

    private func disconnectAll() {
        let all = surfaces
        surfaces = []
        for surface in all { surface.disconnect() }
    }
}
