import CEvdev
import SystemPackage
import TouchRecordings

/// An open device: the seam below which the kernel's calls are.
///
/// A plain value without an owner's duties: who opened it calls `close`, once.
protocol DeviceReader {
    /// Readable when `read` has something to give; in error when the device went away.
    var descriptor: Int32 { get }

    /// Whether events are stamped on CLOCK_MONOTONIC; where not, their stamps mean nothing here.
    var isMonotonic: Bool { get }

    /// read(2): the number of events, 0 where nothing is there yet.
    ///
    /// - Throws: `Errno.deviceIsGone` once the device is gone.
    func read(_ events: UnsafeMutableBufferPointer<input_event>) throws(Errno) -> Int

    /// Whether the kernel let go of what the device holds, and nothing was read of it since: it is
    /// about to go, or it was put to sleep.
    var isReleased: Bool { get }

    /// Asks whether the device is still there.
    ///
    /// - Throws: `Errno.deviceIsGone` once it is not.
    func check() throws(Errno)

    /// Empties the queue and asks the kernel for the contacts on the glass.
    ///
    /// The events that come are `SYN_DROPPED`, the present state and `SYN_REPORT`, stamped with the
    /// last stamp read: `lastUs`, unless the queue held a later one, which it is set to then.
    func resynchronise(
        _ lastUs: inout Int64, _ events: UnsafeMutableBufferPointer<input_event>
    ) throws(Errno) -> Int

    /// Asks the kernel which contacts of `frame`, the last that was read, are there no more.
    ///
    /// The events that come lift those, touch no other, and end with a `SYN_REPORT` stamped `time`;
    /// none come where every contact is there, or where something newer waits to be read. Of a device
    /// that `isReleased` no contact is there any more.
    func liftGone(
        of frame: UnsafePointer<cevdev_frame>, at time: Int64,
        _ events: UnsafeMutableBufferPointer<input_event>
    ) throws(Errno) -> Int

    /// Takes the events for this reader alone, or shares them again.
    ///
    /// - Throws: `Errno.resourceBusy` where another program has taken them.
    func grab(_ isGrabbed: Bool) throws(Errno)

    /// What the device says of itself; allocates.
    func describe() -> InputDevice

    /// Closes the descriptor.
    func close()
}

extension Errno {
    /// ENODEV, by its meaning for an event node.
    static var deviceIsGone: Errno { .operationNotSupportedByDevice }
}
