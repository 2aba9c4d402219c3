public import TouchCore

/// The touchscreens that the daemon reads, each with gestures of this program: for programs that
/// may not read devices, and for gestures that cannot be configured.
///
///     for try await panel in RemoteSurfaces() {
///         try panel.add { MagnifyGesture().onEnded { print("×\($0.magnification)") } }
///     }
///
/// It needs `privacy.contacts: true` in the daemon's configuration, since contacts include the taps
/// on a PIN pad. Otherwise it throws `GestureClientError.refused` with the code `not_permitted`.
///
/// While the loop waits for the next surface, it drives those that it returned: their gestures call
/// back on the loop's actor. So its body should end soon. If the connection is lost, every gesture
/// is cancelled, and a new surface is returned once the daemon is available again. A deadline, such
/// as that of a long press, fires 20 ms after it is due, so that lines in transit arrive before it;
/// that of a recording fires when a later line arrives, or at the end.
public struct RemoteSurfaces: AsyncSequence {
    public typealias Element = RemoteSurface
    public typealias Failure = GestureClientError

    private let location: SocketLocation
    private let reconnects: Bool
    private let settings: (TouchDevice) -> DeviceSettings?

    /// - Parameters:
    ///   - location: the location of the socket; by default the rule of the protocol.
    ///   - reconnects: whether to wait for a daemon that does not run, or ends; otherwise the
    ///     sequence ends with it.
    ///   - settings: how contacts are filtered; positions are already rotated and calibrated. If
    ///     `nil`, this touchscreen is ignored.
    public init(
        location: SocketLocation = SocketLocation(), reconnects: Bool = true,
        settings: @escaping (TouchDevice) -> DeviceSettings? = { _ in DeviceSettings() }
    ) {
        self.location = location
        self.reconnects = reconnects
        self.settings = settings
    }

    /// Connects when the first surface is requested.
    public func makeAsyncIterator() -> Iterator {
        var subscription = GestureSubscription()
        subscription.events = [.contact, .device]
        let client = GestureClient(
            GestureClientOptions(
                location: location, subscription: subscription, waits: reconnects,
                reconnects: reconnects))
        return Iterator(reader: RemoteReader(client, settings))
    }

    /// Returns surfaces as they are added, and drives the returned ones while it waits.
    public struct Iterator: AsyncIteratorProtocol {
        fileprivate let reader: RemoteReader

        /// The next surface; `nil` if the task is cancelled, or the daemon has ended.
        public mutating func next(
            isolation actor: isolated (any Actor)?
        ) async throws(GestureClientError) -> RemoteSurface? {
            while true {
                // Lines that follow a surface's stay in the client until it has its gestures.
                if let surface = reader.takeArrival() { return surface }
                let (client, wake) = (reader.client, reader.nextWake)
                do throws(GestureClientError) {
                    guard reader.receive(try await client.read(until: wake)) else { return nil }
                } catch {
                    reader.close()
                    throw error
                }
            }
        }

        /// The next surface; the isolation does not matter.
        public mutating func next() async throws(GestureClientError) -> RemoteSurface? {
            try await next(isolation: #isolation)
        }
    }
}

@available(*, unavailable)
extension RemoteSurfaces: Sendable {}

@available(*, unavailable)
extension RemoteSurfaces.Iterator: Sendable {}

/// Makes surfaces from the lines of the daemon.
private final class RemoteReader {
    let client: GestureClient
    private let settings: (TouchDevice) -> DeviceSettings?
    private var surfaces: [RemoteSurface] = []
    private var arrivals: [RemoteSurface] = []
    /// Whether lines were dropped and none of a contact has arrived since.
    private var hasLostLines = false

    init(_ client: GestureClient, _ settings: @escaping (TouchDevice) -> DeviceSettings?) {
        self.client = client
        self.settings = settings
    }

    deinit {
        close()
    }

    /// When to act though no line arrives, in microseconds.
    var nextWake: Int64? { surfaces.compactMap(\.nextWake).min() }

    func takeArrival() -> RemoteSurface? { arrivals.isEmpty ? nil : arrivals.removeFirst() }

    /// Processes a result of reading; `false` if no more follow.
    func receive(_ read: ClientRead) -> Bool {
        switch read {
        case .line(let line): receive(line.event)
        case .timedOut(let now): for surface in surfaces { surface.wake(at: now) }
        case .disconnected:
            hasLostLines = false
            disconnectAll()
        case .ended:
            close()
            return false
        }
        return true
    }

    func close() {
        client.close()
        disconnectAll()
        arrivals = []
    }

    private func receive(_ event: GestureClientEvent) {
        switch event {
        case .contact(let update):
            let surface = surfaces.first { $0.device.id == update.device }
            // Lines of a frame are consecutive: the first after the loss may lack those before it.
            if hasLostLines { surface?.cutNextFrame() }
            hasLostLines = false
            surface?.receive(update)
        case .device(let update): receive(update)
        case .overflow:
            surfaces.forEach { $0.loseLines() }
            hasLostLines = true
            // Lines of devices may be among the lost ones: a new connection repeats all of them.
            if client.options.reconnects { client.dropConnection() }
        default: break
        }
    }

    private func receive(_ update: DeviceUpdate) {
        let known = surfaces.first { $0.device.id == update.device.id }
        if update.change == .removed {
            return disconnect(known, isRemoved: true)
        }
        if let known {
            if known.update(update.device) { return }
            disconnect(known)
        }
        guard update.device.state == "open", let wanted = settings(update.device) else { return }
        let surface = RemoteSurface(update.device, settings: wanted)
        surfaces.append(surface)
        arrivals.append(surface)
    }

    private func disconnect(_ surface: RemoteSurface?, isRemoved: Bool = false) {
        guard let surface else { return }
        surfaces.removeAll { $0 === surface }
        surface.disconnect(isRemoved: isRemoved)
    }

    private func disconnectAll() {
        let all = surfaces
        surfaces = []
        for surface in all { surface.disconnect() }
    }
}
