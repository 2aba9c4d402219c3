import CLinux
import SystemPackage
import TouchCore
import TouchDevices

/// What the harness runs: how far events go, under which configuration, and for whom.
public struct HarnessOptions: Sendable {
    /// How far events go on their way; each stage is what a daemon does until then.
    public enum Stage: String, Sendable, CaseIterable {
        /// Frames of slots.
        case parse
        /// Gestures, which are sent to nobody.
        case recognise
        /// Lines in the clients' queues, from where they are taken without a system call.
        case lines
        /// Lines that the clients read from their sockets, after each frame.
        case written
    }

    /// How far events go.
    public var stage = Stage.lines
    /// Slots of the panel.
    public var slots = 10
    /// Clients that are subscribed to everything.
    public var clients = 1
    /// The text of `gestured.yaml`; empty where there is none.
    public var configuration = ""

    /// Lines for one client, as the standard configuration makes them.
    public init() {}
}

/// How far events go: the part of the daemon that the harness runs.
protocol HarnessStage: AnyObject {
    /// Steps of gestures, or lines of gestures, so far.
    var eventCount: Int { get }

    /// Takes the first `count` events of `buffer`, frame after frame.
    ///
    /// - Throws: where a client cannot be written to.
    func take(_ buffer: borrowing InputEventBuffer, _ count: Int) throws(Errno)

    /// Lets time go on to `time`.
    ///
    /// - Throws: where a client cannot be written to.
    func advance(to time: Timestamp) throws(Errno)

    /// Removes the device.
    ///
    /// - Throws: where a client cannot be written to.
    func finish() throws(Errno)
}

/// From events to frames, and no further.
final class ParseStage: HarnessStage {
    private var device: DevicePipeline

    init(_ device: consuming DevicePipeline) {
        self.device = device
    }

    var eventCount: Int { 0 }

    func take(_ buffer: borrowing InputEventBuffer, _ count: Int) {
        device.parse(buffer.first(count))
    }

    func advance(to time: Timestamp) {}
    func finish() {}
}

/// From events to gestures, which are counted.
final class RecognitionStage: HarnessStage {
    private var session: GestureSession<CountingSink>

    init(_ session: consuming GestureSession<CountingSink>) {
        self.session = session
    }

    var eventCount: Int { session.sink.eventCount }

    func take(_ buffer: borrowing InputEventBuffer, _ count: Int) {
        session.take(buffer.first(count), of: 0)
    }

    func advance(to time: Timestamp) {
        session.advance(to: time)
    }

    func finish() {
        session.removeAll()
    }
}
