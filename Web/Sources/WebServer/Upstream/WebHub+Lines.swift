import GestureWire
import NIOCore

/// Distributes the daemon's lines to pages.
extension WebHub: UpstreamOwner {
    func upstreamIsReady(_ upstream: Upstream) {
        guard upstream === shared else { return }
        let waiting = probes
        probes = []
        waiting.forEach { $0(.success(upstream)) }
        subscribe()
    }

    func upstream(_ upstream: Upstream, received line: DaemonLine) {
        guard upstream === shared else { return takeOfZone(line, from: upstream) }
        if line.kind == .device { pages.values.forEach { $0.lines.adopt(upstream.devices) } }
        if line.kind == .overflow {
            let count = line.droppedCount
            pages.values.forEach { $0.lines.noteDropped(count) }
            return refreshDevices()
        }
        for page in pages.values { page.deliver(line) }
    }

    /// Finds out which touchscreens are present after lines were lost, and reports the changes.
    private func refreshDevices() {
        guard deviceProbe == nil, let connection = shared else {
            // Lines lost now may be newer than the pending query.
            asksDevicesAgain = true
            return
        }
        asksDevicesAgain = false
        deviceProbe = DeviceProbe(options.socket, on: loop) { [weak self] devices in
            guard let self else { return }
            self.deviceProbe = nil
            defer { if self.asksDevicesAgain { self.refreshDevices() } }
            guard let devices, let shared = self.shared, shared === connection else { return }
            let changes = PresentDevice.changes(from: shared.devices, to: devices)
            shared.adopt(devices)
            for page in self.pages.values {
                page.lines.adopt(devices)
                changes.forEach { page.deliver($0) }
                page.didRead()
            }
        }
    }

    private func takeOfZone(_ line: DaemonLine, from upstream: Upstream) {
        if line.kind == .overflow {
            // It is unknown whose lines were lost: any page with zones on the connection may be
            // affected.
            for page in zones.pages(on: upstream) {
                pages[page]?.lines.noteDropped(line.droppedCount)
            }
            return
        }
        guard let zone = line.gesture?.zone, let owner = zones.owner(of: zone, on: upstream)
        else { return }
        let body = LineRewriting.replacing(zone: owner.name, in: line.body)
        pages[owner.page]?.deliver(DaemonLine(line, body: body, zone: owner.name))
    }

    func upstreamDidRead(_ upstream: Upstream) {
        for page in pages.values where page.isJoined { page.didRead() }
    }

    func upstream(_ upstream: Upstream, endedWith problem: String, bye: String?) {
        let isShared = upstream === shared
        let sentence = Self.sentence(bye, problem)
        // The zones of a connection end with it: their pages start again.
        let affected = isShared ? Set(pages.keys) : zones.forget(upstream)
        if isShared {
            forgetShared()
            pending = []
            let waiting = probes
            probes = []
            waiting.forEach { $0(.failure(WebProblem(sentence))) }
        }
        if !affected.isEmpty { log.refusal(.daemon, "pages are disconnected: \(sentence)") }
        for page in pages.values where affected.contains(page.id) {
            if !page.isEnding { counters.count(.daemon) }
            page.end(reason: "shutdown", bye: bye ?? "shutdown", 1013, sentence)
        }
    }

    private static func sentence(_ bye: String?, _ problem: String) -> String {
        switch bye {
        case "restarting": "gestured restarts: connect again soon"
        case "shutdown": "gestured has ended: connect again later"
        case "too_many_clients": "gestured has too many clients: connect again later"
        default: problem
        }
    }
}

extension DaemonLine {
    /// The number that an `overflow` line reports.
    fileprivate var droppedCount: UInt64 {
        let digits = body.filter { (48...57).contains($0) }
        return UInt64(String(decoding: digits, as: UTF8.self)) ?? 1
    }
}
