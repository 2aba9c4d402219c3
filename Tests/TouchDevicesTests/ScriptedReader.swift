import CEvdev
import SystemPackage
import TouchDevices
import TouchRecordings

/// A device whose reads are scripted by a test.
final class ScriptedReader: DeviceReader {
    /// The results of the next reads; later reads return no event.
    var reads: [[InputEvent]] = []
    /// The contacts, in the form in which the kernel answers a query.
    var state: [InputEvent] = []
    var isMonotonic = true
    var isReleased = false
    private(set) var closeCount = 0
    /// For each query of the state, the events of the last read that were passed to it.
    private(set) var known: [[InputEvent]] = []

    let descriptor: Int32 = -1
    let hardware: HardwareIdentity? = nil

    func read(
        _ events: UnsafeMutableBufferPointer<input_event>
    ) throws(Errno) -> DeviceRead {
        let count = reads.isEmpty ? 0 : fill(events, with: reads.removeFirst())
        return DeviceRead(count: count, isReleased: isReleased)
    }

    func resynchronise(
        _ lastUs: inout Int64, _ events: UnsafeMutableBufferPointer<input_event>, known: Int
    ) throws(Errno) -> Int {
        let lastRead = UnsafeBufferPointer(rebasing: UnsafeBufferPointer(events)[..<known])
        self.known.append(InputEvents(lastRead).all)
        return fill(events, with: state)
    }

    func liftMissing(
        of frame: UnsafePointer<touch_frame>, slot: Int32, at time: Int64,
        _ events: UnsafeMutableBufferPointer<input_event>
    ) throws(Errno) -> Int { 0 }

    func check() throws(Errno) {}
    func grab(_ isGrabbed: Bool) throws(Errno) {}
    func describe() -> InputDevice { InputDevice(name: "scripted") }
    func close() { closeCount += 1 }

    private func fill(
        _ events: UnsafeMutableBufferPointer<input_event>, with given: [InputEvent]
    ) -> Int {
        for (index, event) in given.enumerated() { events[index] = input_event(event) }
        return given.count
    }
}

extension InputEvents {
    /// Events in the form of recordings.
    var all: [InputEvent] {
        var all: [InputEvent] = []
        forEach { all.append($0) }
        return all
    }
}
