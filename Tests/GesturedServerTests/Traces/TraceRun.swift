import CEvdev
import GestureSettings
import GestureWire
import TouchCore
import TouchDevices
import TouchRecordings

@testable import GesturedServer
@testable import LinuxIO

/// Plays a trace on the path of hardware events: assembler, engine, session, sink.
struct TraceRun: ~Copyable {
    /// The time after the last frame in which deadlines still fire, in microseconds.
    private static let timeoutUs: Int64 = 10_000_000

    /// Events that are read at one time.
    private struct Read {
        let time: Int64
        var events: [InputEvent]
    }

    private let trace: TouchTrace
    private var sink: TraceSink
    private var devices: OwnedTable<Device>
    private var session: GestureSession

    /// The lines that the daemon emits for `trace`.
    ///
    /// - Throws: `CommandError` if the device cannot be used.
    static func transcript(of trace: TouchTrace) throws -> [String] {
        var run = try TraceRun(trace)
        run.play()
        return run.sink.lines
    }

    private init(_ trace: TouchTrace) throws {
        // Nothing is stored before the call that may throw: Swift 6.2.3 cannot compile that.
        var devices = OwnedTable<Device>(capacity: 1)
        devices.append(
            try Device(
                trace.panel.device, id: 1, configuration: trace.configuration.gestures,
                trace.panel.configured(by: trace.configuration)))
        self.trace = trace
        sink = TraceSink(TraceTranscript(trace))
        session = GestureSession(of: &devices, into: &sink)
        self.devices = devices
    }

    private mutating func play() {
        let reads = self.reads
        for read in reads {
            sink.time = Timestamp(microseconds: read.time)
            receive(read.events)
            session.advance(to: sink.time, of: &devices, into: &sink)
        }
        let end = (reads.last?.time ?? 0) + Self.timeoutUs
        session.advance(to: Timestamp(microseconds: end), of: &devices, into: &sink)
        session.removeAll(from: &devices, into: &sink)
        sink.finish()
    }

    private mutating func receive(_ events: [InputEvent]) {
        events.map { input_event($0) }.withUnsafeBufferPointer {
            session.receive(InputEvents($0), of: 0, in: &devices, into: &sink)
        }
    }

    /// The reads of the daemon: a frame is read when it arrives, or at the end of its stall.
    private var reads: [Read] {
        var kernel = TraceKernel(trace.panel)
        var reads: [Read] = []
        for frame in trace.frames {
            let events = kernel.events(of: frame)
            guard !events.isEmpty else { continue }
            let stall = trace.stalls.first { $0.contains(frame.time) }
            let time = stall?.upperBound ?? frame.time
            if reads.last?.time == time, stall != nil {
                reads[reads.count - 1].events += events
            } else {
                reads.append(Read(time: time, events: events))
            }
        }
        return reads
    }
}
