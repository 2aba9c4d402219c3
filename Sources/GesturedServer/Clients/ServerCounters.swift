import GestureWire
import Glibc
import LinuxIO
import SystemPackage
import TouchCore
import TouchDevices

/// What a server counts since it began to serve.
struct ServerCounters {
    /// Frames of devices.
    var frames: UInt64 = 0
    /// Gestures that began, or were all at once.
    var gestures = GestureCounters()
    /// Contacts of devices.
    var contacts = ContactStatistics()
    /// Times that the kernel lost events of a device.
    var resynchronisations: UInt64 = 0
    /// Lines that written `overflow` lines reported, to all clients.
    var dropped: UInt64 = 0
    /// Turns of the loop.
    var wakeups: UInt64 = 0
    /// How long frames took.
    var latency = LatencyCount()
    /// How long those took that had lines.
    private(set) var lineLatency = LatencyHistogram()
    /// The stamp of the last gesture or contact that was published, in microseconds.
    var lineStamp = Int64.min

    /// Counts a frame of a device that is read now, and was stamped `us`, after `passed` microseconds.
    mutating func count(frame us: Int64, after passed: Int64) {
        latency.add(passed)
        // What a deadline published has another stamp than the frame that follows it.
        if lineStamp == us { lineLatency.add(passed) }
    }
}

/// How long frames took, counted in steps of an eighth: fixed storage, nothing allocates.
struct LatencyCount {
    private var steps = ContiguousArray<UInt64>(repeating: 0, count: 64 * 8)
    private var total: UInt64 = 0
    private var longest: Int64 = 0

    /// Counts a frame that took so many microseconds; less than none counts as none.
    ///
    /// In line, for a frame is counted twice.
    mutating func add(_ us: Int64) {
        let us = max(us, 0)
        steps[Self.step(of: UInt64(us))] &+= 1
        total &+= 1
        longest = max(longest, us)
    }

    /// `nil` before the first frame.
    var summary: DaemonStatus.Latency? {
        guard total > 0 else { return nil }
        return DaemonStatus.Latency(p50: least(50), p99: least(99), max: longest)
    }

    /// What so many percent of the frames did not exceed, rounded up to a step.
    private func least(_ percent: UInt64) -> Int64 {
        let wanted = (total &* percent &+ 99) / 100
        var count: UInt64 = 0
        for step in steps.indices {
            count &+= steps[step]
            if count >= wanted { return min(Self.end(of: step), longest) }
        }
        return longest
    }

    /// Up to 7 each its own step, then eight to each doubling.
    private static func step(of us: UInt64) -> Int {
        guard us >= 8 else { return Int(us) }
        let exponent = 63 - us.leadingZeroBitCount
        return (exponent - 2) * 8 + Int(us >> UInt64(exponent - 3) & 7)
    }

    /// The greatest number of microseconds of a step.
    private static func end(of step: Int) -> Int64 {
        guard step >= 8 else { return Int64(step) }
        let shift = UInt64(step / 8 - 1)
        let end = (UInt64(step % 8) + 9) << shift &- 1
        return Int64(clamping: end)
    }
}

/// Whether somebody touches something, or has of late: what `activity` and `wake` report.
struct ActivityMonitor {
    /// What a frame changes.
    enum Change: Equatable {
        /// A contact is on the glass after nobody was there.
        case active
        /// Every contact has lifted since that happened, in microseconds.
        case woke(began: Int64)
    }

    private(set) var state = ActivityState.idle
    /// Since when nobody touches anything, in microseconds; `nil` while somebody does.
    private var idleSince: Int64?
    /// When the touch began that goes on since nobody was there, in microseconds.
    private var wakeBegan: Int64?

    /// Whether a frame with or without contacts on any glass changes anything.
    func isChanged(byTouch isTouched: Bool) -> Bool {
        isTouched ? idleSince != nil || state == .idle : idleSince == nil
    }

    /// Takes note of whether contacts are on any glass at `us`; what that changes for others.
    mutating func note(isTouched: Bool, at us: Int64) -> Change? {
        guard isTouched else {
            idleSince = idleSince ?? us
            return wakeBegan.take().map { .woke(began: $0) }
        }
        idleSince = nil
        guard state == .idle else { return nil }
        state = .active
        wakeBegan = us
        return .active
    }

    /// When it is idle, if nobody touches anything until then; `nil`: it is, or somebody does.
    func idleTime(after us: Int64) -> Int64? {
        guard state == .active, let idleSince else { return nil }
        let (time, overflow) = idleSince.addingReportingOverflow(us)
        return overflow ? nil : time
    }

    /// When somebody touched something last, in microseconds: `now` while they do, `nil` before.
    func lastTouch(at now: Int64?) -> Int64? {
        idleSince ?? (state == .active ? now : nil)
    }

    /// The time of `idleTime` has come.
    mutating func becomeIdle() {
        state = .idle
    }
}

/// What `hello` has of the daemon.
struct ServerIdentity {
    /// Name and version.
    var server = "gestured/\(gesturedVersion)"
    /// The kernel's id of this boot; it distinguishes stamps of one boot from those of another.
    var bootID: String

    /// The identity of a daemon in the boot named `bootID`.
    init(bootID: String) {
        self.bootID = bootID
    }

    /// Takes `$GESTURED_BOOT_ID`, for units that cannot see `/proc/sys`, else asks the kernel.
    init(environment: (String) -> String?) {
        if let id = environment("GESTURED_BOOT_ID"), !id.isEmpty {
            bootID = Self.hyphenated(id)
        } else {
            bootID = Self.kernelBootID() ?? ""
        }
    }

    /// The kernel's spelling of what units write as `%b`, which has no hyphens: clients compare it
    /// with the kernel's.
    private static func hyphenated(_ id: String) -> String {
        guard id.utf8.count == 32, id.allSatisfy(\.isHexDigit) else { return id }
        var rest = id[...]
        return [8, 4, 4, 4, 12].map { length in
            defer { rest = rest.dropFirst(length) }
            return rest.prefix(length)
        }.joined(separator: "-")
    }

    private static func kernelBootID() -> String? {
        let path = "/proc/sys/kernel/random/boot_id"
        guard let descriptor = try? Descriptor({ open(path, O_RDONLY | O_CLOEXEC) })
        else { return nil }
        let text = withUnsafeTemporaryAllocation(byteCount: 64, alignment: 1) { buffer in
            let count = (try? descriptor.read(into: buffer)) ?? 0
            return String(decoding: buffer.prefix(count), as: UTF8.self)
        }
        return text.split(separator: "\n").first.map(String.init)
    }
}

/// The newest stamp of each device that there is: `time_us` must not run back within a device.
///
/// Numbers of devices are never used again, so one that went is forgotten: what is kept does not grow
/// with the devices that have ever been there. A handful are there at once: a search is no longer than
/// a look-up.
struct DeviceTimestamps {
    private var entries: ContiguousArray<(device: Int, us: Int64)> = []

    /// How many devices have one.
    var count: Int { entries.count }

    /// Has every device of `present` have a stamp; of the others those stay that are `needed`.
    ///
    /// From here on notes of them allocate nothing.
    mutating func adopt(_ present: [Int], keeping needed: (Int) -> Bool) {
        entries.removeAll { !present.contains($0.device) && !needed($0.device) }
        for device in present where index(of: device) == nil {
            entries.append((device, .min))
        }
    }

    /// The newest stamp of the device, in microseconds; the least there is where it has none.
    subscript(device: Int) -> Int64 {
        index(of: device).map { entries[$0].us } ?? .min
    }

    /// Takes note of a stamp of a device that is there.
    mutating func note(_ us: Int64, of device: Int) {
        guard let index = index(of: device), entries[index].us < us else { return }
        entries[index].us = us
    }

    private func index(of device: Int) -> Int? {
        for index in 0..<entries.count where entries[index].device == device {
            return index
        }
        return nil
    }
}
