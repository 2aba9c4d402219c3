public import TouchCore

/// The touchscreens that the daemon reads, each with gestures of this program: for programs that
/// may not read devices, and for gestures that cannot be configured.
///
///     for try await panel in RemoteSurfaces() {
///         try panel.add { SurfaceMagnifyGesture().onEnded { print("×\($0.magnification)") } }
///     }
///
/// The daemon's configuration must have `privacy.contacts: true`, as contacts include the taps on a
/// PIN pad. Otherwise the sequence throws `GestureClientError.refused` with the code
/// `not_permitted`.
///
/// While the loop waits for the next surface, it drives the surfaces that it returned: their
/// gestures call back on the loop's actor. So the loop's body should end soon. If the connection is
/// lost, every gesture is cancelled, and new surfaces are returned once the daemon is available
/// again.
///
/// A deadline, such as that of a long press, fires 20 ms after it is due, so that lines in transit
/// arrive before it. A deadline of a recording fires when a later line arrives, or at the end.
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
    ///   - settings: returns how contacts of a touchscreen are filtered; positions are already
    ///     rotated and calibrated. If it returns `nil`, the touchscreen is ignored.
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
                // Further lines remain in the client until the caller has added its gestures.
                if let surface = reader.popArrival() { return surface }
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
    /// The surfaces that the sequence has not returned yet.
    private var arrivals: [RemoteSurface] = []
    /// Whether lines were dropped, and no line of a contact has arrived after that.
    private var hasLostLines = false

    init(_ client: GestureClient, _ settings: @escaping (TouchDevice) -> DeviceSettings?) {
        self.client = client
        self.settings = settings
    }

    deinit {
        close()
    }

    /// When a surface must wake even if no line arrives, in microseconds; `nil` if none must.
    var nextWake: Int64? { surfaces.compactMap(\.nextWake).min() }

    func popArrival() -> RemoteSurface? { arrivals.isEmpty ? nil : arrivals.removeFirst() }

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
            // The first frame after the loss may lack lines, as they are consecutive.
            if hasLostLines { surface?.discardNextFrame() }
            hasLostLines = false
            surface?.receive(update)
        case .device(let update): receive(update)
        case .overflow:
            surfaces.forEach { $0.forgetContacts() }
            hasLostLines = true
            // Lines of devices may be lost, too; a new connection reports all devices.
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
