import GestureSettings
import GesturedServer
import LinuxIO
import TouchCore
import TouchDevices

/// What the harness runs: how far events go, under which configuration, and for whom.
package struct HarnessOptions: Sendable {
    /// How far events go on their way; each stage is what a daemon does until then.
    package enum Stage: String, Sendable, CaseIterable {
        /// Frames of slots.
        case parse
        /// Gestures, which are sent to nobody.
        case recognise
        /// Lines in the clients' queues, from where they are taken without a system call.
        case lines
        /// Turns of the loop on a device, a frame each, and lines that clients read from the socket.
        case turn
    }

    /// How far events go.
    package var stage = Stage.lines
    /// Slots of the panel.
    package var slots = 10
    /// Clients that subscribe to everything.
    package var clients = 1
    /// The text of `gestured.yaml`; empty where there is none.
    package var configuration = ""

    /// Lines for one client, as the standard configuration makes them.
    package init() {}
}

/// How far events go: the part of the daemon that the harness runs.
protocol HarnessStage: AnyObject {
    /// Steps of gestures, or lines of gestures, so far.
    var eventCount: Int { get }

    /// Takes `events`, frame after frame.
    ///
    /// - Throws: where a client cannot be written to.
    func take(_ events: InputEvents) throws(CommandError)

    /// Lets time go on to `time`.
    ///
    /// - Throws: where a client cannot be written to.
    func advance(to time: Timestamp) throws(CommandError)

    /// Removes the device.
    ///
    /// - Throws: where a client cannot be written to.
    func finish() throws(CommandError)
}

/// From events to frames, and no further.
final class ParseStage: HarnessStage {
    private var devices: OwnedTable<DevicePipeline>

    init(_ devices: consuming OwnedTable<DevicePipeline>) {
        self.devices = devices
    }

    var eventCount: Int { 0 }

    func take(_ events: InputEvents) {
        devices[0].parse(events)
    }

    func advance(to time: Timestamp) {}
    func finish() {}
}

/// From events to gestures, which are counted.
final class RecognitionStage: HarnessStage {
    private let recognition: SteppedRecognition

    init(_ recognition: SteppedRecognition) {
        self.recognition = recognition
    }

    var eventCount: Int { recognition.eventCount }

    func take(_ events: InputEvents) {
        recognition.take(events)
    }

    func advance(to time: Timestamp) {
        recognition.advance(to: time)
    }

    func finish() {
        recognition.removeDevices()
    }
}

/// From events to the clients' queues.
final class ServerStage: HarnessStage {
    /// So many bytes of lines wait before they are taken out: no queue drops any of so few.
    private static let flushBytes = 4096

    private let server: SteppedServer
    private var clients = HarnessClients()
    private(set) var eventCount = 0
    /// Bytes of the first client's lines; `nil`: they are not kept.
    var keptLines: [UInt8]? {
        get { server.keptLines }
        set { server.keptLines = newValue }
    }

    /// - Throws: what a server that starts throws.
    init(
        _ devices: consuming OwnedTable<DevicePipeline>, _ configuration: DaemonConfiguration,
        clients count: Int
    ) throws(CommandError) {
        server = try .unnamed(devices, configuration)
        for _ in 0..<count {
            try server.connect(clients.connect())
        }
    }

    func take(_ events: InputEvents) {
        let lineCount = server.take(events, discardingLinesBeyond: Self.flushBytes)
        eventCount &+= lineCount
    }

    func advance(to time: Timestamp) {
        server.advance(to: time)
        discard()
    }

    func finish() {
        server.removeDevices()
        discard()
    }

    private func discard() {
        let lineCount = server.discardLines(beyond: 0)
        eventCount &+= lineCount
    }
}
