import GestureWire
import Glibc
import LinuxIO
import SystemPackage
import TouchCore
import TouchDevices

/// The counters of a server since it began to serve.
struct ServerCounters {
    /// Frames of devices.
    var frames: UInt64 = 0
    /// Gestures that began, and discrete ones.
    var gestures = GestureCounters()
    /// Contacts of devices.
    var contacts = ContactStatistics()
    /// Number of frames in which a device was resynchronised because the kernel lost events.
    var resynchronisations: UInt64 = 0
    /// Dropped lines of all clients, as reported by `overflow` lines that were written.
    var dropped: UInt64 = 0
    /// Turns of the loop.
    var wakeups: UInt64 = 0
    /// The latency of frames: from the timestamp until the lines are queued.
    var latency = LatencyCount()
    /// The latency of frames with lines of gestures or contacts.
    private(set) var lineLatency = LatencyHistogram()
    /// The timestamp of the last published gesture or contact, in microseconds.
    var lineStamp = Int64.min

    /// Counts a frame with timestamp `us` that was finished `passed` microseconds after it.
    mutating func count(frame us: Int64, after passed: Int64) {
        latency.add(passed)
        // If only a deadline before the frame published lines, they have another timestamp.
        if lineStamp == us { lineLatency.add(passed) }
    }
}

/// The latency of frames, counted in steps of an eighth of a power of two. Storage is fixed;
/// nothing allocates.
struct LatencyCount {
    private var steps = ContiguousArray<UInt64>(repeating: 0, count: 64 * 8)
    private var total: UInt64 = 0
    private var longest: Int64 = 0

    /// Counts a frame that took `us` microseconds; negative values count as 0.
    mutating func add(_ us: Int64) {
        let us = max(us, 0)
        steps[Self.step(of: UInt64(us))] &+= 1
        total &+= 1
        longest = max(longest, us)
    }

    /// The summary; `nil` before the first frame.
    var summary: DaemonStatus.Latency? {
        guard total > 0 else { return nil }
        return DaemonStatus.Latency(p50: percentile(50), p99: percentile(99), max: longest)
    }

    /// The time that `percent` of the frames did not exceed, rounded up to a step.
    private func percentile(_ percent: UInt64) -> Int64 {
        let wanted = (total &* percent &+ 99) / 100
        var count: UInt64 = 0
        for step in steps.indices {
            count &+= steps[step]
            if count >= wanted { return min(Self.end(of: step), longest) }
        }
        return longest
    }

    /// One step for each value up to 7, then eight for each doubling.
    private static func step(of us: UInt64) -> Int {
        guard us >= 8 else { return Int(us) }
        let exponent = 63 - us.leadingZeroBitCount
        return (exponent - 2) * 8 + Int(us >> UInt64(exponent - 3) & 7)
    }

    /// The upper bound of a step, in microseconds.
    private static func end(of step: Int) -> Int64 {
        guard step >= 8 else { return Int64(step) }
        let shift = UInt64(step / 8 - 1)
        let end = (UInt64(step % 8) + 9) << shift &- 1
        return Int64(clamping: end)
    }
}

/// The state that `activity` and `wake` report: whether a screen is touched, or was recently.
struct ActivityMonitor {
    /// The changes by a frame.
    enum Change: Equatable {
        /// A contact is on the glass after the screens were idle.
        case active
        /// Every contact of the touch that ended the idle time has lifted; that touch began at this
        /// time, in microseconds.
        case woke(began: Int64)
    }

    private(set) var state = ActivityState.idle
    /// Since when no screen is touched, in microseconds; `nil` while a screen is touched.
    private var idleSince: Int64?
    /// If the present touch ended the idle time, when it began, in microseconds.
    private var wakeBegan: Int64?

    /// Whether `record` would change the state.
    func isChanged(byTouch isTouched: Bool) -> Bool {
        isTouched ? idleSince != nil || state == .idle : idleSince == nil
    }

    /// Records whether contacts are on any glass at `us`; returns the change to report, if any.
    mutating func record(isTouched: Bool, at us: Int64) -> Change? {
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

    /// When the state becomes idle without further touches; `nil` if it is already, or a screen is
    /// touched.
    func idleTime(after us: Int64) -> Int64? {
        guard state == .active, let idleSince else { return nil }
        let (time, overflow) = idleSince.addingReportingOverflow(us)
        return overflow ? nil : time
    }

    /// When a screen was last touched, in microseconds: `now` while one is, `nil` before the first
    /// touch.
    func lastTouch(at now: Int64?) -> Int64? {
        idleSince ?? (state == .active ? now : nil)
    }

    /// Sets the state to idle, at the time of `idleTime`.
    mutating func becomeIdle() {
        state = .idle
    }
}

/// The members of `hello` that describe the daemon.
struct ServerIdentity {
    /// Name and version.
    var server = "gestured/\(gesturedVersion)"
    /// The kernel's id of the boot, which distinguishes timestamps of different boots.
    var bootID: String

    /// The identity of a daemon in the boot named `bootID`.
    init(bootID: String) {
        self.bootID = bootID
    }

    /// Reads `$GESTURED_BOOT_ID`, for units that cannot see `/proc/sys`; otherwise queries the
    /// kernel.
    init(environment: (String) -> String?) {
        if let id = environment("GESTURED_BOOT_ID"), !id.isEmpty {
            bootID = Self.hyphenated(id)
        } else {
            bootID = Self.kernelBootID() ?? ""
        }
    }

    /// Adds hyphens to a boot id in the spelling of systemd's `%b`, which has none: clients compare
    /// it with the kernel's spelling.
    private static func hyphenated(_ id: String) -> String {
        guard id.utf8.count == 32, id.allSatisfy(\.isHexDigit) else { return id }
        var remaining = id[...]
        return [8, 4, 4, 4, 12].map { length in
            defer { remaining = remaining.dropFirst(length) }
            return remaining.prefix(length)
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

/// The newest timestamp of each present device: `time_us` must not run back within a device.
///
/// Device numbers are never reused, so entries of removed devices are removed: the size does not
/// grow with every device that is connected. As only a few exist at once, a linear search is fast
/// enough.
struct DeviceTimestamps {
    private var entries: ContiguousArray<(device: Int, us: Int64)> = []

    /// The number of devices with a timestamp.
    var count: Int { entries.count }

    /// Adds an entry for every device of `present`, so that recording its timestamps allocates
    /// nothing. Removes entries of other devices that are not `needed`.
    mutating func update(to present: [Int], keeping needed: (Int) -> Bool) {
        entries.removeAll { !present.contains($0.device) && !needed($0.device) }
        for device in present where index(of: device) == nil {
            entries.append((device, .min))
        }
    }

    /// The newest timestamp of the device, in microseconds; `Int64.min` if the device has no
    /// timestamp.
    subscript(device: Int) -> Int64 {
        index(of: device).map { entries[$0].us } ?? .min
    }

    /// Records a timestamp of a present device.
    mutating func record(_ us: Int64, of device: Int) {
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
