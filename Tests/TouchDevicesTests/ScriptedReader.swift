import CEvdev
import SystemPackage
import TouchDevices
import TouchRecordings

/// A device whose reads a test has written down.
final class ScriptedReader: DeviceReader {
    /// What the next reads give; nothing once all were given.
    var reads: [[InputEvent]] = []
    /// What is on the glass, as the kernel has it when it is asked.
    var state: [InputEvent] = []
    var isMonotonic = true
    var isReleased = false
    private(set) var closeCount = 0
    /// The events of the last read that were there when the state was asked for, each time.
    private(set) var known: [[InputEvent]] = []

    let descriptor: Int32 = -1

    func read(
        _ events: UnsafeMutableBufferPointer<input_event>
    ) throws(Errno) -> DeviceRead {
        let count = reads.isEmpty ? 0 : fill(events, with: reads.removeFirst())
        return DeviceRead(count: count, isReleased: isReleased)
    }

    func resynchronise(
        _ lastUs: inout Int64, _ events: UnsafeMutableBufferPointer<input_event>, known: Int
    ) throws(Errno) -> Int {
        let front = UnsafeBufferPointer(rebasing: UnsafeBufferPointer(events)[..<known])
        self.known.append(InputEvents(front).all)
        return fill(events, with: state)
    }

    func liftGone(
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
    /// Events as recordings have them.
    var all: [InputEvent] {
        var all: [InputEvent] = []
        forEach { all.append($0) }
        return all
    }
}
