import SystemPackage
import TouchRecordings

/// A device that is being read.
struct LiveDevice<Reader: DeviceReader>: ~Copyable {
    /// What clients know it by.
    let id: Int
    /// The node as it was named.
    let path: String
    /// What it said of itself when it was opened.
    let description: InputDevice
    let reader: Reader
    /// The last stamp read, in microseconds.
    var lastUs: Int64
    /// What the `--record` file knows it by.
    var recorded: Int?
    /// When the kernel is asked what is on the glass, if nothing is heard until then, in
    /// microseconds; `nil` while the glass is empty.
    var asksAt: Int64?
    /// When a device that the kernel released has not gone, and so was put to sleep, in microseconds.
    var sleepsAt: Int64?
    /// Whether its events come here alone.
    private(set) var isGrabbed = false
    /// Whether it can be read: not after a read that failed, until it goes away.
    private(set) var isReadable = true

    /// Takes over an open `reader`; `now` is the time, in microseconds.
    init(_ reader: Reader, id: Int, path: String, now: Int64) {
        self.reader = reader
        description = reader.describe()
        self.id = id
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
    var isAlive: Bool {
        guard isReadable else { return false }
        do throws(Errno) {
            try reader.check()
            return true
        } catch {
            return false
        }
    }

    /// Reads it no more.
    mutating func close() {
        guard isReadable else { return }
        isReadable = false
        asksAt = nil
        sleepsAt = nil
        reader.close()
    }
}
