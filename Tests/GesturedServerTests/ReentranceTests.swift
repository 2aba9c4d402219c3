import GestureWire
import Testing
import TouchCore
import TouchDevices

@testable import GestureSettings
@testable import GesturedServer
@testable import LinuxIO

/// Callbacks that call back into what called them.
@Suite struct ReentranceTests {
    /// Calls back at the first gesture, or the first device that comes.
    private final class Intruder: GestureSink {
        static var wantsFrames: Bool { false }
        var now: Int64 = 0
        var intrude: (() -> Void)?

        func begin(with devices: [DeviceRecord]) {}
        func adopt(_ configuration: DaemonConfiguration) {}
        func publish(_ change: DeviceChange, _ device: DeviceRecord) { intrude?() }
        func publish(_ event: GestureEvent, parts: ContiguousArray<GesturePart>) { intrude?() }
        func flush() throws(OutputError) {}
        func end(_ reason: ByeReason) {}
    }

    /// What has a session as the loops have it.
    private final class Holder {
        let sink = Intruder()
        let session: Owned<GestureSession<Intruder>>

        init() {
            session = Owned(GestureSession(devices: OwnedTable(capacity: 1), sink: sink))
        }

        func plug() throws {
            session.value.add(
                try DevicePipeline(SampleRecording.panel(), id: 1, configuration: .standard))
        }
    }

    @Test func `a sink that changes the session which is publishing to it ends the process`() async
    {
        await #expect(processExitsWith: .failure) {
            let holder = Holder()
            holder.sink.intrude = { holder.session.value.removeAll() }
            try holder.plug()
        }
    }

    @Test func `a sink that calls the session which is publishing to it ends the process`() async {
        await #expect(processExitsWith: .failure) {
            let holder = Holder()
            holder.sink.intrude = { _ = holder.session.value.nextDeadline }
            try holder.plug()
        }
    }

    @Test func `a sink that calls back after it was called is served`() throws {
        let holder = Holder()
        var calls = 0
        holder.sink.intrude = { calls += 1 }
        try holder.plug()
        #expect(calls == 1)
        #expect(holder.session.value.nextDeadline == nil)
        holder.session.value.removeAll()
        #expect(calls == 2)
    }

    @Test func `readers may be several, and who changes is alone`() {
        let owned = Owned(7)
        let sum = owned.value + owned.value
        #expect(sum == 14)
        owned.value += 1
        #expect(owned.value == 8)
    }

    @Test func `an access that ends in an error leaves the value to others`() {
        struct Refused: Error {}
        let owned = Owned([1])
        func change(_ value: inout [Int]) throws { throw Refused() }
        #expect(throws: Refused.self) { try change(&owned.value) }
        owned.value.append(2)
        let count = owned.value.count
        #expect(count == 2)
    }
}
