import CLinux
import SystemPackage
import TouchCore

/// How far events go in a rehearsal: the part of the daemon that is rehearsed.
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
