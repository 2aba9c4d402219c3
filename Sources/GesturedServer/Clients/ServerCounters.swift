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
    /// How often the kernel lost events of a device.
    var resynchronisations: UInt64 = 0
    /// Lines that written `overflow` lines reported, to all clients.
    var dropped: UInt64 = 0
    /// Turns of the loop.
    var wakeups: UInt64 = 0
    /// How long frames took.
    var latency = LatencyCount()
    /// How long frames with lines took.
    private(set) var lineLatency = LatencyHistogram()
    /// The timestamp of the last published gesture or contact, in microseconds.
    var lineStamp = Int64.min

    /// Counts a frame of a device that is read now, with timestamp `us`, after `passed`
    /// microseconds.
    mutating func count(frame us: Int64, after passed: Int64) {
        latency.add(passed)
        // Lines published by a deadline have another timestamp than the frame that follows.
        if lineStamp == us { lineLatency.add(passed) }
    }
}

/// How long frames took, counted in steps of an eighth: fixed storage, nothing allocates.
struct LatencyCount {
    private var steps = ContiguousArray<UInt64>(repeating: 0, count: 64 * 8)
    private var total: UInt64 = 0
    private var longest: Int64 = 0

    /// Counts a frame that took `us` microseconds; negative values count as 0.
    ///
    /// Inlined, as each frame is counted twice.
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

/// Whether a screen is touched, or was recently: what `activity` and `wake` report.
struct ActivityMonitor {
    /// The changes by a frame.
    enum Change: Equatable {
        /// A contact is on the glass after the screens were idle.
        case active
        /// Every contact of the touch that ended the idle time has lifted; when it began, in
        /// microseconds.
        case woke(began: Int64)
    }

    private(set) var state = ActivityState.idle
    /// Since when no screen is touched, in microseconds; `nil` while one is.
    private var idleSince: Int64?
    /// When the present touch that ended the idle time began, in microseconds.
    private var wakeBegan: Int64?

    /// Whether a frame with or without contacts on any glass changes anything.
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
    /// The kernel's id of this boot; it distinguishes timestamps of different boots.
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

    /// The kernel's spelling of the `%b` of units, which has no hyphens: clients compare it with
    /// the kernel's.
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
/// Device numbers are never reused, so those of removed devices are forgotten: the size does not
/// grow with the number of devices that were ever connected. As only a few exist at once, a linear
/// search is fast enough.
struct DeviceTimestamps {
    private var entries: ContiguousArray<(device: Int, us: Int64)> = []

    /// The number of devices with a timestamp.
    var count: Int { entries.count }

    /// Adds an entry for every device of `present`; of the others those that are `needed` stay.
    ///
    /// From then on recording their timestamps allocates nothing.
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
