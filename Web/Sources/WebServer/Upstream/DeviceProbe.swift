import GestureClient
import NIOCore

/// Requests the touchscreens with a separate connection.
///
/// Lines about touchscreens may be among those that a connection lost; only a new one reports all
/// of them.
final class DeviceProbe: UpstreamOwner {
    private let completion: ([PresentDevice]?) -> Void
    private var upstream: Upstream?
    private var isDone = false

    /// Connects; `completion` receives the present touchscreens, `nil` if the daemon does not run.
    init(
        _ location: SocketLocation, on loop: any EventLoop,
        _ completion: @escaping ([PresentDevice]?) -> Void
    ) {
        self.completion = completion
        let upstream = Upstream(loop: loop, owner: self)
        self.upstream = upstream
        upstream.connect(location)
    }

    func upstreamIsReady(_ upstream: Upstream) {
        finish(upstream.devices)
        upstream.close()
    }

    func upstream(_ upstream: Upstream, received line: DaemonLine) {}

    func upstreamDidRead(_ upstream: Upstream) {}

    func upstream(_ upstream: Upstream, endedWith problem: String, bye: String?) {
        finish(nil)
    }

    private func finish(_ devices: [PresentDevice]?) {
        guard !isDone else { return }
        isDone = true
        completion(devices)
    }
}

extension PresentDevice {
    /// The line that reports a change of it.
    func line(_ change: String) -> DaemonLine? {
        let head = #"{"type":"device","seq":1,"change":"\#(change)","device":"#
        let bytes = Array(head.utf8) + object + [UInt8(ascii: "}")]
        return bytes.withUnsafeBytes { DaemonLine($0, isOpen: { _ in false }) }
    }

    /// The changes from one set of touchscreens to another, a line each.
    static func changes(from old: [PresentDevice], to new: [PresentDevice]) -> [DaemonLine] {
        let gone = old.filter { device in !new.contains { $0.id == device.id } }
        let others = new.compactMap { device -> DaemonLine? in
            guard let before = old.first(where: { $0.id == device.id }) else {
                return device.line("added")
            }
            return before.object == device.object ? nil : device.line("changed")
        }
        return gone.compactMap { $0.line("removed") } + others
    }
}
