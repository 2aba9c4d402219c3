import SystemPackage
import TouchRecordings

/// A device that is being read.
struct LiveDevice<Reader: DeviceReader>: ~Copyable {
    /// What clients know it by.
    let id: Int
    /// The node as it was named.
    let path: String
    /// What it reported about itself when it was opened.
    let description: InputDevice
    let reader: Reader
    /// The last stamp read, in microseconds.
    var lastUs: Int64
    /// What the `--record` file knows it by.
    var recorded: Int?
    /// When the kernel is asked what is on the glass, if no event comes until then, in
    /// microseconds; `nil` while the glass is empty.
    var verifiesAt: Int64?
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
        verifiesAt = nil
        sleepsAt = nil
        reader.close()
    }
}

/// Whether changes are watched for, and when that is tried again.
///
/// It is tried nine times in ten seconds, each twice as late as the one before; one that worked for
/// as long begins anew.
struct MonitorBackoff {
    private static let firstDelayUs: Int64 = 20_000
    private static let maximumFailures = 9
    private static let provenUs: Int64 = 10_000_000

    private var failures = 0
    private var workedSince: Int64?
    /// Whether there is something to ask for changes.
    private(set) var isWatching = true
    /// When it is to be tried next, in microseconds; `nil` while it works, or once it is given up.
    private(set) var nextWake: Int64?

    /// Takes note that it failed at `now`; false where that was once too often.
    mutating func postpone(_ now: Int64) -> Bool {
        if isWatching, workedSince.map({ now &- $0 >= Self.provenUs }) ?? true { failures = 0 }
        isWatching = false
        failures += 1
        nextWake =
            failures > Self.maximumFailures
            ? nil : now &+ Self.firstDelayUs << Int64(failures - 1)
        return nextWake != nil
    }

    /// Takes note that it works from `now` on.
    mutating func succeed(_ now: Int64) {
        isWatching = true
        workedSince = now
    }

    /// Whether it is to be tried at `now`; not again then.
    mutating func takeDue(_ now: Int64) -> Bool {
        guard let time = nextWake, time <= now else { return false }
        nextWake = nil
        return true
    }
}

/// Nodes that could not be opened yet, and when to try again.
///
/// A node appears before udev has set its owner and mode, so a first refusal means little. It is
/// tried again after 20 ms, and then twice as long each time: nine tries in ten seconds.
struct OpenRetries {
    /// A node to try now.
    struct Attempt: Hashable {
        var path: String
        /// How often it was tried before.
        var failures: Int
    }

    private static let firstDelayUs: Int64 = 20_000
    private static let maximumFailures = 9

    private var waiting: [(attempt: Attempt, time: Int64)] = []

    /// When the next of them is to be tried, in microseconds; `nil`: none waits.
    var nextWake: Int64? { waiting.lazy.map(\.time).min() }

    /// Takes note that `attempt` failed at `now`; false where that was the last.
    mutating func postpone(_ attempt: Attempt, now: Int64) -> Bool {
        cancel(attempt.path)
        let failures = attempt.failures + 1
        guard failures <= Self.maximumFailures else { return false }
        let delay = Self.firstDelayUs << Int64(failures - 1)
        waiting.append((Attempt(path: attempt.path, failures: failures), now &+ delay))
        return true
    }

    /// Tries `path` no more.
    mutating func cancel(_ path: String) {
        waiting.removeAll { $0.attempt.path == path }
    }

    /// Hands out what is to be tried by `now`.
    mutating func takeDue(_ now: Int64) -> [Attempt] {
        guard let next = nextWake, next <= now else { return [] }
        let due = waiting.filter { $0.time <= now }.map(\.attempt)
        waiting.removeAll { $0.time <= now }
        return due
    }
}
