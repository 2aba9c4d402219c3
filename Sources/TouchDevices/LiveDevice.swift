package import InputDevices
package import LinuxIO
package import SystemPackage

/// The node of a device that is being read, as long as this value lives or until it is closed.
///
/// A finger that does not move is silent, so silence is no lift. But some drivers lose one: after
/// `silenceUs` the kernel is asked what its slots still hold. Where the kernel itself let go of a
/// device's keys, the device goes away at once, or it was put to sleep: what lies on the glass after
/// that nobody knows, so where it has not gone its contacts are lifted.
package struct LiveDevice: ~Copyable {
    /// How long a device with contacts on the glass may send nothing, in microseconds.
    private static let silenceUs: Int64 = 30_000_000
    /// How long a device that the kernel released may take to go, in microseconds.
    private static let removalGraceUs: Int64 = 500_000

    /// The node as it was named.
    package let path: String
    /// Its description when it was opened.
    package let description: InputDevice
    /// Readable when `read` has something to give; in error when the device went away.
    package let descriptor: Int32
    /// What the `--record` file knows it by.
    package var recorded: Int?
    /// When the engine wants to be woken.
    var recognition: LoopTimer
    /// When the kernel is asked what is on the glass, if nothing is read until then; not set while the
    /// glass is empty.
    private var verification: LoopTimer
    /// When a device that the kernel released has not gone, and so was put to sleep.
    private var sleep: LoopTimer
    /// Whether it can be read: not after a read that failed, until it goes away.
    package private(set) var isReadable = true

    private let reader: any DeviceReader
    private let isMonotonic: Bool
    /// `DeviceRead.isReleased` of the last read.
    private var isReleased = false
    /// The last stamp read, in microseconds.
    private var lastUs: Int64
    /// Events at the front of the buffer that the last read gave.
    private var readCount = 0
    /// Whether its events come here alone.
    private var isGrabbed = false

    /// Takes over an open `reader`.
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

    /// Takes its events for this reader alone, or shares them again.
    ///
    /// - Throws: `Errno.resourceBusy` where another program has taken them.
    mutating func grab(_ wanted: Bool) throws(Errno) {
        guard wanted != isGrabbed, isReadable else { return }
        try reader.grab(wanted)
        isGrabbed = wanted
    }

    /// Whether it is read, and the device that was opened is still there.
    package var isAlive: Bool {
        guard isReadable else { return false }
        do throws(Errno) {
            try reader.check()
            return true
        } catch {
            return false
        }
    }

    /// Reads it no more.
    package mutating func close() {
        guard isReadable else { return }
        isReadable = false
        verification.cancel()
        sleep.cancel()
        reader.close()
    }

    /// Nothing of it is done by the clock any more.
    mutating func cancelTimers() {
        recognition.cancel()
        verification.cancel()
        sleep.cancel()
    }

    // MARK: Reading

    /// What one read gave.
    package struct ReadResult {
        /// Events at the front of the buffer. Those from a SYN_DROPPED on are the past of a present that
        /// `resynchronise` asks for: a device leaves them (`Device.feedLive`).
        package var count = 0
        /// There may be more to read at once.
        package var mayHaveMore = false
        /// The kernel released the device, or goes on with it: `trackRelease` is to know.
        package var changesRelease = false
    }

    /// Reads what is there into `buffer`, where it is good until the next call; nothing once it is closed.
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
        // The kernel gives all that it has, as far as there is room; what it lets go of itself may be
        // held back.
        return ReadResult(
            count: count, mayHaveMore: count >= InputEventBuffer.capacity / 2,
            changesRelease: changesRelease)
    }

    /// Fills `buffer` with what is on the glass, and empties the kernel's queue; the number of events.
    ///
    /// What the last read gave is still in `buffer`, and names the current slot.
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
    /// kernel has no more; the number of events.
    ///
    /// - Throws: `Errno.deviceIsGone` once the device is gone.
    mutating func liftGone(
        of frame: DeviceFrame, at time: Int64, into buffer: borrowing InputEventBuffer
    ) throws(Errno) -> Int {
        readCount = 0
        return try reader.liftGone(of: frame.pointer, slot: frame.slot, at: time, buffer.all)
    }

    /// Stamps that mean nothing here are replaced by the time of reading.
    private func stamp(_ count: Int, of buffer: borrowing InputEventBuffer) {
        if !isMonotonic {
            buffer.stamp(count, with: SystemClock.monotonicUs)
        }
    }

    // MARK: Silence

    /// Takes note of whether the kernel released the device, which was just read.
    package mutating func trackRelease(now: Int64) {
        guard isReleased != sleep.isSet else { return }
        sleep.set(to: isReleased ? now &+ Self.removalGraceUs : nil)
    }

    /// Records whether there are contacts on the glass.
    ///
    /// Looked at again when the time has come, not moved on by each frame: that would be a system
    /// call more for each.
    package mutating func trackContacts(_ hasContacts: Bool) {
        guard hasContacts != verification.isSet else { return }
        verification.set(to: hasContacts ? lastUs &+ Self.silenceUs : nil)
    }

    /// Whether `takeVerification` has something to do at `now`.
    func isVerificationDue(_ now: Int64) -> Bool { sleep.isDue(now) || verification.isDue(now) }

    /// The time as of which the kernel is to be asked for its contacts, where that is due at `now`.
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
