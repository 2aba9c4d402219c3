package import InputDevices
package import LinuxIO
package import SystemPackage

/// The node of a device that is being read, as long as this value lives or until it is closed.
///
/// A finger that does not move is silent, so silence is no lift. But some drivers lose a lift:
/// after `silenceUs` the state of the kernel's slots is queried. If the kernel itself released a
/// device's keys, the device is either removed at once, or was suspended: contacts after that are
/// unknown, so if it is not removed they are lifted.
package struct LiveDevice: ~Copyable {
    /// How long a device with contacts on the glass may send nothing, in microseconds.
    private static let silenceUs: Int64 = 30_000_000
    /// How long the removal of a device that the kernel released may take, in microseconds.
    private static let removalGraceUs: Int64 = 500_000

    /// The node's path, as given.
    package let path: String
    /// Its description when it was opened.
    package let description: InputDevice
    /// Readable when `read` has events; in error when the device was removed.
    package let descriptor: Int32
    /// The device's number in the `--record` file.
    package var recorded: Int?
    /// The engine's next deadline.
    var recognition: LoopTimer
    /// When the kernel is queried for contacts, if nothing is read until then; not set while there
    /// are no contacts.
    private var verification: LoopTimer
    /// When a device that the kernel released counts as suspended, if it has not been removed.
    private var sleep: LoopTimer
    /// Whether it can be read: false after a read failed, until the device is removed.
    package private(set) var isReadable = true

    private let reader: any DeviceReader
    private let isMonotonic: Bool
    /// `DeviceRead.isReleased` of the last read.
    private var isReleased = false
    /// The last timestamp read, in microseconds.
    private var lastUs: Int64
    /// The number of events at the front of the buffer from the last read.
    private var readCount = 0
    /// Whether the device is grabbed.
    private var isGrabbed = false

    /// Takes ownership of an open `reader`.
    ///
    /// - Parameters:
    ///   - now: the time, in microseconds.
    ///   - timers: of the loop that reads it.
    package init(_ reader: any DeviceReader, path: String, now: Int64, timers: TimerList) {
        recognition = LoopTimer("recognition", in: timers)
        verification = LoopTimer("verification", in: timers)
        sleep = LoopTimer("sleep", in: timers)
        self.reader = reader
        isMonotonic = reader.isMonotonic
        descriptor = reader.descriptor
        description = reader.describe()
        self.path = path
        lastUs = now
    }

    deinit {
        if isReadable {
            reader.close()
        }
    }

    /// Grabs its events for this reader alone, or shares them again.
    ///
    /// - Throws: `Errno.resourceBusy` if another program has grabbed them.
    mutating func grab(_ wanted: Bool) throws(Errno) {
        guard wanted != isGrabbed, isReadable else { return }
        try reader.grab(wanted)
        isGrabbed = wanted
    }

    /// Whether it is read, and the opened device still exists.
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
        /// Events at the front of the buffer. Those from a SYN_DROPPED on are older than the state
        /// that `resynchronise` queries: a device leaves them (`Device.feedLive`).
        package var count = 0
        /// Whether there may be more to read at once.
        package var mayHaveMore = false
        /// Whether the kernel released the device, or it sent events again: `trackRelease` has to
        /// be called.
        package var changesRelease = false
    }

    /// Reads available events into `buffer`, where they are valid until the next call; none once it
    /// is closed.
    ///
    /// - Throws: `Errno.deviceIsGone` once the device is gone.
    package mutating func read(
        into buffer: borrowing InputEventBuffer
    ) throws(Errno) -> ReadResult {
        guard isReadable else { return ReadResult() }
        let read = try reader.read(buffer.all)
        isReleased = read.isReleased
        let count = read.count
        readCount = count
        let changesRelease = read.isReleased != sleep.isSet
        guard count > 0 else { return ReadResult(changesRelease: changesRelease) }
        stamp(count, of: buffer)
        lastUs = buffer.lastStamp(count) ?? lastUs
        // The kernel returns all that it has, as far as there is room; frames of its own release
        // may be held back.
        return ReadResult(
            count: count, mayHaveMore: count >= InputEventBuffer.capacity / 2,
            changesRelease: changesRelease)
    }

    /// Fills `buffer` with the present contacts, and empties the kernel's queue; returns the number
    /// of events.
    ///
    /// The events of the last read are still in `buffer`, and determine the current slot.
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
        return count
    }

    /// Fills `buffer` with the lifts, at `time`, of those contacts of `frame`, its last, that the
    /// kernel no longer has; returns the number of events.
    ///
    /// - Throws: `Errno.deviceIsGone` once the device is gone.
    mutating func liftGone(
        of frame: DeviceFrame, at time: Int64, into buffer: borrowing InputEventBuffer
    ) throws(Errno) -> Int {
        readCount = 0
        return try reader.liftGone(of: frame.pointer, slot: frame.slot, at: time, buffer.all)
    }

    /// Replaces timestamps of another clock by the time of reading.
    private func stamp(_ count: Int, of buffer: borrowing InputEventBuffer) {
        if !isMonotonic {
            buffer.stamp(count, with: SystemClock.monotonicUs)
        }
    }

    // MARK: Silence

    /// Records whether the kernel released the device, which was just read.
    package mutating func trackRelease(now: Int64) {
        guard isReleased != sleep.isSet else { return }
        sleep.set(to: isReleased ? now &+ Self.removalGraceUs : nil)
    }

    /// Records whether there are contacts on the glass.
    ///
    /// The timer is checked when it expires, not postponed by each frame: that would cost a system
    /// call for each.
    package mutating func trackContacts(_ hasContacts: Bool) {
        guard hasContacts != verification.isSet else { return }
        verification.set(to: hasContacts ? lastUs &+ Self.silenceUs : nil)
    }

    /// Whether `takeVerification` returns a time at `now`, or postpones it.
    func isVerificationDue(_ now: Int64) -> Bool { sleep.isDue(now) || verification.isDue(now) }

    /// The time as of which the kernel has to be queried for its contacts, if that is due at `now`.
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
