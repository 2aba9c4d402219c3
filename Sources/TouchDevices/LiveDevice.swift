package import InputDevices
package import LinuxIO
package import SystemPackage

/// The open node of a device; closed by `close`, or when this value is destroyed.
///
/// A finger that does not move causes no events, so silence does not mean a lift. But some drivers
/// lose a lift: after `silenceUs` the kernel's slots are queried. If the kernel itself releases a
/// device's keys, it is either removing the device or suspends it. The contacts of a suspended
/// device are unknown: they are lifted unless the device is removed within `removalGraceUs`.
package struct LiveDevice: ~Copyable {
    /// How long a device with contacts on the glass may send nothing, in microseconds.
    private static let silenceUs: Int64 = 30_000_000
    /// How long the removal of a device that the kernel released may take, in microseconds.
    private static let removalGraceUs: Int64 = 500_000

    /// The node's path, as given.
    package let path: String
    /// The description of the device when the node was opened.
    package let description: InputDevice
    /// Readable when `read` has events; in error when the device was removed.
    package let descriptor: Int32
    /// The hardware that the node belongs to, if its driver reports that.
    let hardware: HardwareIdentity?
    /// The pens on other nodes of the hardware.
    var pens = DevicePens()
    /// The device's number in the `--record` file.
    package var recorded: Int?
    /// The engine's next deadline.
    var recognition: LoopTimer
    /// When the kernel is queried for contacts if no event is read before; not set without
    /// contacts.
    private var verification: LoopTimer
    /// When a device that the kernel released counts as suspended, if it has not been removed.
    private var sleep: LoopTimer
    /// Whether the node is open.
    package private(set) var isReadable = true

    private let reader: any DeviceReader
    private let isMonotonic: Bool
    /// `DeviceRead.isReleased` of the last read.
    private var isReleased = false
    /// The timestamp that was read last, in microseconds.
    private var lastUs: Int64
    /// The number of events at the front of the buffer from the last read.
    private var readCount = 0
    /// Whether the device is grabbed.
    private var isGrabbed = false

    /// Takes ownership of an open `reader`.
    ///
    /// - Parameters:
    ///   - now: the time, in microseconds.
    ///   - timers: the timers of the loop that reads it.
    package init(_ reader: any DeviceReader, path: String, now: Int64, timers: TimerList) {
        recognition = LoopTimer("recognition", in: timers)
        verification = LoopTimer("verification", in: timers)
        sleep = LoopTimer("sleep", in: timers)
        self.reader = reader
        isMonotonic = reader.isMonotonic
        descriptor = reader.descriptor
        hardware = reader.hardware
        description = reader.describe()
        self.path = path
        lastUs = now
    }

    deinit {
        if isReadable {
            reader.close()
            for pen in pens.pens { pen.reader.close() }
        }
    }

    /// Grabs the device's events only for this reader, or shares them again.
    ///
    /// - Throws: `Errno.resourceBusy` if another program has grabbed them.
    mutating func grab(_ wanted: Bool) throws(Errno) {
        guard wanted != isGrabbed, isReadable else { return }
        try reader.grab(wanted)
        isGrabbed = wanted
    }

    /// Whether the node is open, and its device still exists.
    package var isAlive: Bool {
        guard isReadable else { return false }
        do throws(Errno) {
            try reader.check()
            return true
        } catch {
            return false
        }
    }

    /// Closes the node.
    package mutating func close() {
        guard isReadable else { return }
        isReadable = false
        verification.cancel()
        sleep.cancel()
        reader.close()
        pens.closeAll()
    }

    /// Cancels all timers.
    mutating func cancelTimers() {
        recognition.cancel()
        verification.cancel()
        sleep.cancel()
    }

    // MARK: Reading

    /// The result of one read.
    package struct ReadResult {
        /// The number of events at the front of the buffer. Events from a SYN_DROPPED on are older
        /// than the state that `resynchronise` queries, so `Device.feedLive` leaves them.
        package var count = 0
        /// Whether there may be more to read at once.
        package var mayHaveMore = false
        /// Whether the kernel released the device, or a released device sent events again; if so,
        /// `trackRelease` has to be called.
        package var changesRelease = false
    }

    /// Reads available events into `buffer`, where they are valid until the next call; reads none
    /// if the node is closed.
    ///
    /// - Throws: `Errno.deviceIsGone` once the device is gone.
    package mutating func read(
        into buffer: borrowing InputEventBuffer
    ) throws(Errno) -> ReadResult {
        guard isReadable else { return ReadResult() }
        let read = try reader.read(pens.isEmpty ? buffer.all : buffer.leavingRoomForPens)
        isReleased = read.isReleased
        let changesRelease = read.isReleased != sleep.isSet
        // The kernel returns all events for which there is room. A frame of the kernel's release
        // may be held back, so a full read can have a lower count.
        let mayHaveMore = read.count >= InputEventBuffer.capacity / 2
        var count = read.count
        if count > 0 { stamp(count, of: buffer) }
        if !pens.isEmpty {
            count = pens.insert(into: buffer.all, count, after: lastUs, isAll: !mayHaveMore)
        }
        readCount = count
        guard count > 0 else { return ReadResult(changesRelease: changesRelease) }
        lastUs = buffer.lastStamp(count) ?? lastUs
        return ReadResult(
            count: count, mayHaveMore: mayHaveMore, changesRelease: changesRelease)
    }

    /// Fills `buffer` with the present contacts, and empties the kernel's queue; returns the number
    /// of events.
    ///
    /// `buffer` still has the events of the last read, which determine the current slot.
    ///
    /// - Throws: `Errno.deviceIsGone` once the device is gone.
    package mutating func resynchronise(
        into buffer: borrowing InputEventBuffer
    ) throws(Errno) -> Int {
        isReleased = false
        let known = readCount
        readCount = 0
        let count = try reader.resynchronise(&lastUs, buffer.all, known: known)
        stamp(count, of: buffer)
        let countWithPens = pens.insert(intoState: buffer.all, count)
        if countWithPens > count { lastUs = buffer.lastStamp(countWithPens) ?? lastUs }
        return countWithPens
    }

    /// Fills `buffer` with events at `time` that lift the contacts of `frame`, the device's last
    /// one, that the kernel no longer has; returns the number of events.
    ///
    /// - Throws: `Errno.deviceIsGone` once the device is gone.
    mutating func liftMissing(
        of frame: DeviceFrame, at time: Int64, into buffer: borrowing InputEventBuffer
    ) throws(Errno) -> Int {
        readCount = 0
        return try reader.liftMissing(of: frame.pointer, slot: frame.slot, at: time, buffer.all)
    }

    /// Replaces timestamps of another clock with the time of reading.
    private func stamp(_ count: Int, of buffer: borrowing InputEventBuffer) {
        if !isMonotonic {
            buffer.stamp(count, with: SystemClock.monotonicUs)
        }
    }

    // MARK: Silence

    /// Starts the removal's grace period if the kernel has released the device, and ends it if the
    /// device sent events again. Called after a read.
    package mutating func trackRelease(now: Int64) {
        guard isReleased != sleep.isSet else { return }
        sleep.set(to: isReleased ? now &+ Self.removalGraceUs : nil)
    }

    /// Records whether there are contacts on the glass.
    ///
    /// Frames do not postpone the timer, which would cost a system call for each frame: it is
    /// postponed when it expires.
    package mutating func trackContacts(_ hasContacts: Bool) {
        guard hasContacts != verification.isSet else { return }
        verification.set(to: hasContacts ? lastUs &+ Self.silenceUs : nil)
    }

    /// Whether `takeVerification` returns a time at `now`, or postpones it.
    func isVerificationDue(_ now: Int64) -> Bool { sleep.isDue(now) || verification.isDue(now) }

    /// The time of the lifts if the kernel no longer has some contacts, which has to be queried
    /// now; `nil` if no query is due at `now`.
    package mutating func takeVerification(_ now: Int64) -> Int64? {
        if sleep.isDue(now) {
            defer { sleep.cancel() }
            return sleep.time
        }
        guard let time = verification.time, time <= now else { return nil }
        let due = lastUs &+ Self.silenceUs
        guard due <= time else {
            verification.set(to: due)
            return nil
        }
        verification.set(to: time &+ Self.silenceUs)
        return time
    }
}
