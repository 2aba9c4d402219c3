import GestureSettings
import GestureWire
import Glibc
import LinuxIO
import Logging
import SystemPackage
import TouchCore

/// Serves gestures to the clients of one socket.
///
/// The owner waits on the poller, calls `handle` for descriptors that are ready, publishes events
/// and flushes. It also sets `now`, in microseconds of the monotonic clock.
struct SocketServer: ~Copyable {
    /// The poller's token of the listening socket; those of clients are their serial numbers.
    static let listenerToken: UInt64 = 0
    /// The poller's token of the closer.
    static let closerToken: UInt64 = 6
    /// The first client's serial number; lower tokens belong to others.
    static let firstSerial: UInt64 = 16

    /// Waits for the listening socket, every client and the timers of the server.
    let poller: EpollPoller
    /// The clients, in arbitrary order. Empty while clients are handled (`withClients`).
    var clients: OwnedTable<Client>
    /// Encodes lines for clients that lost lines; contains the encoder that all lines use.
    var recovery: OverflowRecovery
    /// The line, or its body, that is being sent to clients.
    var body = LineBuffer(capacity: 8192)
    /// The lines of one event of a gesture.
    var lineCache = EncodedLineCache()
    /// The counters of `status`.
    var counters = ServerCounters()
    /// The zones that clients added.
    var zones: AddedZones
    /// The outputs that clients have reported.
    var outputs: AssignedOutputs {
        didSet { updateDeviceStale() }
    }
    /// The budgets for requests.
    var budgets = RequestBudgets()
    /// Closes connections, including those of clients.
    var connections: ConnectionCloser
    /// Logs violations of clients.
    var violations: ViolationLog
    /// The limits on clients.
    private(set) var limits: ClientLimits
    /// Logs clients that connect, leave and are refused.
    let logger: Logger
    /// The time of the present turn.
    var now: Int64
    /// Whether a client is ready to receive: a fast replay waits for this.
    var hasConsumer = false
    /// Whether a client is ready only once it has subscribed.
    var awaitsSubscription = false
    /// The devices of a new client's snapshot.
    private(set) var devices: [DeviceRecord] = []

    /// The settings of gestures, devices and privacy.
    var configuration: DaemonConfiguration
    /// The reports that are still true.
    var standing = StandingReports()
    /// Whether timestamps of gestures are on the clock of `now`; those of a recording are not.
    var hasClock = true {
        didSet { setIdleTimer() }
    }
    /// When the server started, in microseconds.
    let startedUs: Int64
    /// The time without touches after which the screens count as idle, in microseconds.
    private var idleAfterUs: Int64 {
        didSet { setIdleTimer() }
    }
    /// Tracks whether the screens are in use.
    var touches = ActivityMonitor() {
        didSet { setIdleTimer() }
    }
    /// Whether a client subscribes to lines that depend on activity, or did recently.
    var wantsActivity = false {
        didSet { setIdleTimer() }
    }
    /// The number of clients while they are handled and `clients` is empty.
    var clientCount = 0
    /// Whether `updateWants` is due: a subscription has changed, or its client has left.
    var areWantsStale = false
    /// Whether a client subscribes to contacts, or did recently.
    var wantsContacts = false
    /// Whether a client subscribes to explanations, or did recently.
    var wantsExplanations = false {
        didSet { updateDeviceStale() }
    }
    /// Whether the devices explain gestures that were not recognised.
    var isExplaining = false {
        didSet { updateDeviceStale() }
    }
    /// Whether `isExplaining` differs from `wantsExplanations`, or devices do not follow the present
    /// outputs; stored, as each turn checks it.
    private(set) var isDeviceStale = false
    /// `nil` once no more clients are accepted.
    var listener: ListeningSocket?
    /// The number of the next client.
    var nextSerial = firstSerial
    /// Set while no client is accepted because the process has run out of descriptors or memory.
    var acceptPause: LoopTimer
    /// How many connections of each user may be accepted now.
    var acceptBudgets = AcceptBudgets()
    /// When the screens become idle, if a client waits for that.
    private var idleTimer: LoopTimer
    /// When the first waiting client has its turn.
    private var requestTimer: LoopTimer
    /// When something is due for a client: its timeout, or a held change.
    private var clientTimer: LoopTimer
    /// Set while zones have changed and devices do not have them yet.
    private var zoneTimer: LoopTimer
    /// Parses zones of requests; created for the first one.
    lazy var zoneReader = ZoneReader(configuration.profile)

    /// Serves connections of `listener`.
    ///
    /// - Parameter startClosing: replaces the threads of `Closer`, for tests.
    init(
        listener: consuming ListeningSocket, poller: EpollPoller,
        configuration: DaemonConfiguration, limits: ClientLimits, identity: ServerIdentity,
        logger: Logger, now: Int64, startClosing: Closer.Start? = nil
    ) throws(Errno) {
        guard let recovery = OverflowRecovery(encoder: GestureLineEncoder(configuration)) else {
            throw .noMemory
        }
        try poller.add(listener.descriptor, .readable, token: Self.listenerToken)
        let connections = try ConnectionCloser(
            poller: poller, identity: identity, startClosing: startClosing)
        try poller.add(connections.closer.reports, .readable, token: Self.closerToken)
        self.listener = consume listener
        self.poller = poller
        self.limits = limits
        self.logger = logger
        limits.warnOfUsers(logger)
        violations = ViolationLog(to: logger, timers: poller.timers)
        acceptPause = LoopTimer("accepting", in: poller.timers)
        idleTimer = LoopTimer("idle", in: poller.timers)
        requestTimer = LoopTimer("requests that wait", in: poller.timers)
        clientTimer = LoopTimer("clients", in: poller.timers)
        zoneTimer = LoopTimer("zones to apply", in: poller.timers)
        self.now = now
        startedUs = now
        self.configuration = configuration
        idleAfterUs = configuration.activity.idleAfterUs
        clients = OwnedTable(capacity: limits.clients)
        self.recovery = recovery
        zones = AddedZones(configuration.gestures)
        outputs = AssignedOutputs()
        self.connections = connections
        counters.gestures.setZones(configuration.gestures.zones.map(\.name))
        outputs.permit(configuration.clients.outputs, logger)
    }

    deinit {
        let now = now
        var connections = connections
        if let listener { connections.stop(listener, .shutdown, now: now) }
        var clients = clients
        clients.forEach { connections.close(&$0.descriptor, of: $0.peer.uid, now: now) }
    }

    /// Serves at `address`, with the default identity and limits. Looks up the accounts that the
    /// configuration names.
    ///
    /// - Throws: as `ListeningSocket` does.
    init(
        at address: SocketAddress, poller: EpollPoller, configuration: DaemonConfiguration,
        logger: Logger
    ) throws(CommandError) {
        let listener = try ListeningSocket(address)
        let accounts = SocketAccounts(of: configuration.socket, configuration.clients)
        Self.admit(configuration.socket, accounts, to: listener, logger)
        logger.notice("serving \(escapedText(listener.name))")
        do throws(Errno) {
            try self.init(
                listener: listener, poller: poller, configuration: configuration,
                limits: ClientLimits(configuration.socket, find: accounts.user),
                identity: ServerIdentity(environment: environmentVariable),
                logger: logger, now: SystemClock.monotonicUs)
        } catch {
            throw CommandError(.software, "cannot set up the event loop", error)
        }
    }

    /// Writes the queues, and removes clients that are finished, failed, or do not read.
    mutating func flush() {
        counters.wakeups &+= 1
        if let idleTime, idleTime <= now { becomeIdle(at: idleTime) }
        if poller.timers.isDue(now) { performSharedWork() }
        if budgets.hasWaiting { serveWaiting() }
        var deadline = EarliestTime()
        var isOver = false
        forEachClient { client, server in
            isOver = server.serve(&client, &deadline) || isOver
        }
        if isOver { removeOver() }
        clientTimer.set(to: deadline.time)
        requestTimer.set(to: budgets.hasWaiting ? nextTurn : nil)
        // A client that had to wait may have added a zone after the devices got the others.
        zoneTimer.set(to: zones.hasChanges ? now : nil)
        if areWantsStale { updateWants() }
    }

    /// Performs due work that concerns no single client.
    @inline(never)
    private mutating func performSharedWork() {
        violations.flush(now: now)
        resumeAccepting()
        connections.closer.retry(now: now)
    }

    /// Not inlined: none of these values changes while only touches arrive.
    @inline(never)
    private mutating func updateDeviceStale() {
        isDeviceStale = wantsExplanations != isExplaining || outputs.hasChanges
    }

    @inline(never)
    private mutating func removeOver() {
        forEachClient { client, server in
            if client.isOver { server.remove(&client) }
        }
        clients.remove { $0.isOver }
        updateWaiting()
        budgets.removeFull(at: now)
    }

    /// Performs due work of a client, writes to it, and includes the times of its next due work in
    /// `deadline`.
    ///
    /// Returns whether to remove it. The caller cannot check that itself: reading a property of the
    /// client would move it out of the table and back.
    // Inlined, as is the write: that saves some 30 instructions for each client in a turn.
    @inline(__always)
    private mutating func serve(_ client: inout Client, _ deadline: inout EarliestTime) -> Bool {
        if client.isIdle { return false }
        if hasClock {
            client.sendHeld(upTo: now, &recovery, now: now)
        }
        if client.input.began != nil { dropUnended(&client) }
        resumeWriting(to: &client)
        write(to: &client)
        while client.input.hasUnread, !client.isBackpressured, !client.isWaiting {
            handleInput(of: &client)
            write(to: &client)
        }
        if !client.hasWrittenAll { disconnectIfTooSlow(&client) }
        updateInterest(&client)
        if client.isOver { return true }
        if !client.hasWrittenAll { deadline.include(client.lastProgress &+ limits.timeoutUs) }
        if hasClock { deadline.include(client.nextHeldUs) }
        if let began = client.input.began, !client.isEnding, !client.isWaiting {
            deadline.include(began &+ limits.requestTimeoutUs)
        }
        deadline.include(client.writeRetry)
        return false
    }

    /// Not inlined: each turn would look up the logger, with a check at run time.
    @inline(never)
    private mutating func remove(_ client: inout Client) {
        areWantsStale = true
        zones.removeAll(of: client.serial)
        outputs.removeAll(of: client.serial)
        logger.debug("client \(client.serial) leaves (\(client.peer))")
        connections.close(&client.descriptor, of: client.peer.uid, now: now)
    }

    /// Updates whether any client still wants contacts, explanations and activity.
    private mutating func updateWants() {
        areWantsStale = false
        // Outputs of a client that has left, or that had to wait for its turn.
        if outputs.needsTurn { zoneTimer.set(to: now) }
        wantsContacts = clients.firstIndex { $0.activeSubscription.includesContacts } != nil
        wantsExplanations =
            clients.firstIndex { $0.activeSubscription.includesExplanations } != nil
        wantsActivity = clients.firstIndex { $0.activeSubscription.dependsOnActivity } != nil
    }

    /// Whether every client has received its last line.
    var isDrained: Bool { clients.isEmpty }

    /// Until when a fast replay waits for clients to read.
    var holdsReplayUntil: Int64? {
        mutating get {
            var wake = EarliestTime()
            clients.forEach { client in wake.include(client.holdsReplay(limits, now: now)) }
            return wake.time
        }
    }

    /// Sends `bye` to every client; later events are sent to none.
    mutating func end(_ reason: ByeReason) {
        violations.finish()
        stopListening(reason)
        acceptPause.cancel()
        body.removeAll()
        body.appendBye(reason)
        body.withUnsafeBytes { bytes in
            clients.forEach { client in client.end(with: bytes, &recovery, now: now) }
        }
    }

    // MARK: - Devices and configuration

    mutating func begin(with devices: [DeviceRecord]) {
        self.devices = devices
        clients.forEach { $0.update(devices: devices) }
        updateTimestampDevices()
    }

    /// Keeps timestamps of the present devices, and of those with open gestures of clients.
    private mutating func updateTimestampDevices() {
        recovery.updateDevices(to: devices.map(\.id)) { device in
            clients.firstIndex { $0.openGestures.hasGesture(of: device) } != nil
        }
    }

    mutating func apply(_ configuration: DaemonConfiguration) {
        // Connected clients keep their queues.
        let accounts = configuration.accounts
        limits = ClientLimits(configuration.socket, replacing: limits, find: accounts.user)
        limits.warnOfUsers(logger)
        if configuration.socket.group != self.configuration.socket.group,
            let listener = listener.take()
        {
            Self.admit(configuration.socket, accounts, to: listener, logger)
            self.listener = consume listener
        }
        if configuration.profile != self.configuration.profile {
            zoneReader = ZoneReader(configuration.profile)
        }
        self.configuration = configuration
        counters.gestures.setZones(configuration.gestures.zones.map(\.name))
        standing.configuration = nil
        idleAfterUs = configuration.activity.idleAfterUs
        // No gesture is in progress, but a client may have yet to receive ends of gestures whose
        // zones are now removed.
        let old = recovery.encoder
        clients.forEach { $0.openGestures.keepFragments(ofZone: nil, from: old) }
        let allowed = configuration.clients.zones ? configuration.clients.maxZones : 0
        zones.apply(configuration.gestures) { _, count in count < allowed }
        outputs.permit(configuration.clients.outputs, find: accounts.user, logger)
        var encoder = GestureLineEncoder(configuration)
        for added in zones.all { encoder.add(added.zone, as: added.handle) }
        updateEncoder { $0 = encoder }
        forEachClient { client, server in
            client.activate(
                server.activeSubscription(
                    client.activeSubscription.subscription, of: client.serial))
        }
        updateWants()
    }

    mutating func publish(_ change: DeviceChange, _ device: DeviceRecord) {
        devices.removeAll { $0.id == device.id }
        if change == .removed {
            outputs.remove(device: device.id)
            standing.adaptations[device.id] = nil
        } else {
            devices.append(device)
            devices.sort { $0.id < $1.id }
        }
        let devices = devices
        body.removeAll()
        body.appendDeviceBody(change: change, device)
        forEachClient { client, server in
            client.update(devices: devices)
            if client.activeSubscription.includesDevices {
                server.flushIfNeeded(&client)
                server.send(.device, to: &client)
            }
        }
        updateTimestampDevices()
    }

    // MARK: - Activity

    /// When the screens become idle; `nil` if they are idle already, one is touched, or a recording
    /// is played.
    var idleTime: Int64? {
        hasClock ? touches.idleTime(after: idleAfterUs) : nil
    }

    /// Sets the timer only if a client waits for it; otherwise the next turn after that time is
    /// early enough.
    private mutating func setIdleTimer() {
        idleTimer.set(to: wantsActivity ? idleTime : nil)
    }

    var idleStamp: Int64? {
        hasClock ? nil : touches.idleTime(after: idleAfterUs)
    }

    mutating func becomeIdle(at us: Int64) {
        touches.becomeIdle()
        publish(.idle, at: us)
    }
}
