import GestureWire
import Testing
import TouchCore

@testable import GestureSettings
@testable import GesturedServer
@testable import LinuxIO

/// Whoever is told something, and calls back what is telling it.
@Suite struct ReentranceTests {
    /// Calls back at the first gesture, or the first device that comes.
    private final class Intruder: GestureSink {
        static var wantsFrames: Bool { false }
        var now: Int64 = 0
        var intrude: (() -> Void)?

        func begin(with devices: [DeviceRecord]) {}
        func adopt(_ configuration: DaemonConfiguration) {}
        func tell(_ change: DeviceChange, _ device: DeviceRecord) { intrude?() }
        func tell(_ event: GestureEvent, parts: ContiguousArray<GesturePart>) { intrude?() }
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

    @Test func `a sink that changes the session which is telling it ends the process`() async {
        await #expect(processExitsWith: .failure) {
            let holder = Holder()
            holder.sink.intrude = { holder.session.value.removeAll() }
            try holder.plug()
        }
    }

    @Test func `a sink that asks the session which is telling it ends the process`() async {
        await #expect(processExitsWith: .failure) {
            let holder = Holder()
            holder.sink.intrude = { _ = holder.session.value.nextDeadline }
            try holder.plug()
        }
    }

    @Test func `a sink that calls back once it was told is served`() throws {
        let holder = Holder()
        var told = 0
        holder.sink.intrude = { told += 1 }
        try holder.plug()
        #expect(told == 1)
        #expect(holder.session.value.nextDeadline == nil)
        holder.session.value.removeAll()
        #expect(told == 2)
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
