package import InputDevices
package import LinuxIO
import Logging
package import SystemPackage

/// The devices of this machine for one loop: each is opened, read, resynchronised, verified after
/// silence, and closed; a node that cannot be opened yet is tried again.
///
///     descriptors, time ──▶ DeviceSet ──▶ events of a device, changes of the set
///
/// The set has the open devices and the nodes to try again; their descriptors and timers are in the
/// owner's poller. The owner passes ready descriptors and the time, feeds each device its events,
/// and handles each change that `next` returns before it requests another. The set does not call
/// its owner, so a frame passes through no closure and no existential.
///
/// A failing device does not affect others.
package struct DeviceSet: ~Copyable {
    /// The bit that marks tokens of the set in the poller; a device's token is this and its number.
    private static let tokenMark: UInt64 = 1 << 63
    /// The poller's token of the source of changes: device numbers begin at 1.
    package static let changesToken = tokenMark
    /// The maximum number of reads of one device in a row; these return more events than the
    /// kernel's buffer (evdev's) has room for.
    private static let maximumReads = 64

    /// A change of the set, for the owner.
    package enum Change {
        /// A device was opened; it is the last of the set.
        case opened
        /// The present contacts of a device that was just opened.
        case present(Int, InputEvents)
        /// A device has to be read.
        case readable(Int)
        /// A device with contacts has been silent for long, or was suspended: its contacts have to
        /// be verified, and are lifted at the given time, in microseconds.
        case silent(Int, liftTime: Int64)
        /// A device's settings changed.
        case reconfigured(Int, ConfiguredDevice)
        /// A device can no longer be read, but was not removed. It is closed.
        case failed(Int, Errno)
        /// A device leaves the set, and is no longer polled: the owner has to remove it from
        /// `devices`, which closes it. If `isExcluded`, it still exists, but its settings now
        /// exclude it.
        case leaving(Int, isExcluded: Bool)
    }

    /// A step to be performed.
    enum Step {
        case hotplug(HotplugEvent)
        /// Opens the node, or all named nodes, unless open.
        case admit(String)
        case open(OpenRetries.Attempt)
        /// Opens a pen beside the touchscreens of its hardware, unless open.
        case openPen(OpenRetries.Attempt)
        /// Queries the present devices. If that fails, and `isRequired`, the source has failed.
        case enumerate(isRequired: Bool)
        case reopenSource
        /// Logs that changes are watched again, if they still are.
        case reportReopened
        /// A step of a device, which its number identifies: indices change between steps.
        case device(Int, DeviceStep)
    }

    enum DeviceStep {
        case watch, begin, openPens, read, verify, reconfigure, remove
        case fail(Errno)
    }

    /// Events of one device, either as sent or describing its present state.
    package struct Reading {
        package var events: InputEvents
        package let isState: Bool
    }

    package var opener: DeviceOpener
    /// The nodes named by the user; if empty, every touchscreen.
    package let named: [String]
    /// Whether a source that cannot list the present devices counts as failed, like a source that
    /// can no longer report changes.
    let requiresList: Bool
    /// The devices. The owner removes those that are leaving, and adds none.
    package var devices = OwnedTable<Device>(capacity: 4)
    /// The nodes that could not be opened yet.
    var retries: OpenRetries
    /// The pens that exist, in the order in which they were reported.
    var knownPens: [PenNode] = []
    /// The pens that could not be opened yet.
    var penRetries: OpenRetries
    /// How the source of changes is watched.
    var watch: MonitorBackoff
    /// Why changes can no longer be watched; `nil` while they are, or watching is tried again.
    package internal(set) var failure: Errno?
    /// The nodes that failed since they appeared; each is logged once.
    var failing: Set<String> = []
    /// The steps to perform, the next one last.
    var steps: [Step] = []
    /// The time of the last input, in microseconds.
    var now: Int64
    /// The readiness of the source of changes since `takeChanges`; `nil` if it was not ready.
    package internal(set) var changesReadiness: Readiness?
    /// How many more reads may follow for the device that is being read.
    private var readsLeft = 0
    /// The result of the last read.
    private var lastRead = LiveDevice.ReadResult()
    let buffer = InputEventBuffer()
    /// Contains the descriptors and the timers of the set.
    package let poller: EpollPoller

    var source: any DeviceSource { opener.source }
    var logger: Logger { opener.logger }

    /// An empty set.
    package init(
        of named: [String], with opener: DeviceOpener, requiresList: Bool = true,
        poller: EpollPoller, now: Int64
    ) {
        self.named = named.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
        self.requiresList = requiresList
        self.opener = opener
        self.poller = poller
        retries = OpenRetries(timers: poller.timers)
        penRetries = OpenRetries("pens to open", timers: poller.timers)
        watch = MonitorBackoff(timers: poller.timers)
        self.now = now
        opener.source.reportCandidates(opener.policy.namesTouchscreens)
    }

    /// Opens the nodes of `named`, or every touchscreen of the source if `named` is empty; reads no
    /// events yet.
    ///
    /// - Throws: if a named node cannot be opened (exit status 66, or 77 without permission) or is
    ///   not a touch device (65), and if the source cannot list the present devices (66).
    package init(
        opening named: [String], with opener: DeviceOpener, poller: EpollPoller, now: Int64
    ) throws(CommandError) {
        self.init(of: named, with: opener, poller: poller, now: now)
        try openInitial()
    }

    /// The description of each device, in the order of `devices`.
    package var descriptions: [InputDevice] {
        (0..<devices.count).compactMap { devices.read($0) { $0.description } }
    }

    /// Adds the source of changes, and the devices that `init` opened, to the poller. `next`
    /// returns the present contacts of the devices.
    package mutating func start() throws(Errno) {
        try watchSource()
        for index in 0..<devices.count {
            try watch(index)
        }
        pushAll(.openPens)
        pushAll(.begin)
    }

    /// Whether any node could not be opened yet.
    package var isRetrying: Bool { !retries.isEmpty }

    // MARK: Time

    /// Advances to `now`: `next` returns what is due. A silent device is verified, a node is tried
    /// again, and the source is opened again.
    package mutating func advance(to now: Int64) {
        self.now = now
        if watch.takeDue(now) { steps.append(.reopenSource) }
        steps += retries.takeDue(now).reversed().map { .open($0) }
        steps += penRetries.takeDue(now).reversed().map { .openPen($0) }
        let isDue = devices.firstIndex { $0.readLive { $0.isVerificationDue(now) } ?? false } != nil
        guard isDue else { return }
        pushAll(.verify)
        // Devices are read first: if the process was delayed, events may be unread.
        pushAll(.read)
    }

    /// Removes all descriptors from the poller, and cancels all timers.
    package mutating func stopReading() {
        // If the source has failed, its descriptor is closed, and another may have its number.
        if watch.isWatching, let descriptor = source.changesDescriptor {
            try? poller.remove(number: descriptor)
        }
        watch.cancel()
        retries.cancelAll()
        penRetries.cancelAll()
        for index in 0..<devices.count {
            if devices.read(index, { $0.isReadable }) { unwatch(index) }
            devices[index].live?.cancelTimers()
        }
    }

    // MARK: Reading

    static func token(of id: Int) -> UInt64 { tokenMark | UInt64(truncatingIfNeeded: id) }

    /// Whether `token` belongs to a descriptor of the set.
    package static func owns(token: UInt64) -> Bool { token & tokenMark != 0 }

    /// Handles a descriptor of the set that is ready at `now`. Returns the index of the device that
    /// has to be read; `nil` if the device has left the set, or if the descriptor is the source of
    /// changes, which is read by `takeChanges`.
    package mutating func handle(token: UInt64, _ readiness: Readiness, now: Int64) -> Int? {
        self.now = now
        guard token != Self.changesToken else {
            changesReadiness = readiness
            return nil
        }
        return index(of: Int(truncatingIfNeeded: token & ~Self.tokenMark))
    }

    /// Whether there are changes for `next` to return.
    package var hasSteps: Bool { !steps.isEmpty }

    /// Schedules a read of every device as the next steps, at `now`.
    package mutating func readAll(now: Int64) {
        self.now = now
        pushAll(.read)
    }

    /// Reads the device at `index`; `nil` if it sent nothing.
    package mutating func read(_ index: Int) -> Reading? {
        readsLeft = Self.maximumReads
        return readMore(index)
    }

    /// Continues to read, after the owner has processed the events of the device at `index` and
    /// left `leftCount` of them.
    ///
    /// If events are left, which begin with a SYN_DROPPED, returns the device's present state.
    package mutating func continueReading(_ index: Int, leftCount: Int) -> Reading? {
        trackContacts(of: index)
        if leftCount > 0 { return resynchronised(index) }
        if lastRead.changesRelease { trackRelease(of: index) }
        return lastRead.mayHaveMore ? readMore(index) : nil
    }

    /// Queries which contacts in the last frame of the device at `index` the kernel no longer has;
    /// returns events at `time` that lift them; `nil` if the kernel has all contacts.
    package mutating func liftMissing(_ index: Int, at time: Int64) -> InputEvents? {
        guard let frame = devices.read(index, { $0.lastFrame }) else { return nil }
        do throws(Errno) {
            let count = try devices[index].live?.liftMissing(of: frame, at: time, into: buffer)
            guard let count, count > 0 else { return nil }
            logger.debug("device \(devices[index].summary.id): contacts lifted without an event")
            return buffer.first(count)
        } catch {
            push(.fail(error), of: index)
            return nil
        }
    }

    /// Tells the node of the device at `index` whether contacts are on the glass.
    package mutating func trackContacts(of index: Int) {
        devices[index].trackContacts()
    }

    private mutating func trackRelease(of index: Int) {
        devices[index].live?.trackRelease(now: now)
    }

    private mutating func readMore(_ index: Int) -> Reading? {
        guard readsLeft > 0 else { return nil }
        readsLeft &-= 1
        if devices.read(index, { $0.hasPens }) { readPens(of: index) }
        do throws(Errno) {
            lastRead = try devices[index].live?.read(into: buffer) ?? LiveDevice.ReadResult()
        } catch {
            push(.fail(error), of: index)
            return nil
        }
        guard lastRead.count > 0 else {
            if lastRead.changesRelease { trackRelease(of: index) }
            return nil
        }
        return Reading(events: buffer.first(lastRead.count), isState: false)
    }

    @inline(never)
    private mutating func resynchronised(_ index: Int) -> Reading? {
        lastRead = LiveDevice.ReadResult()
        guard let events = state(of: index) else { return nil }
        logger.debug("device \(devices[index].summary.id): events were lost")
        trackRelease(of: index)
        return Reading(events: events, isState: true)
    }

    /// The present contacts of the device at `index`; `nil` if the query failed.
    mutating func state(of index: Int) -> InputEvents? {
        do throws(Errno) {
            let count = try devices[index].live?.resynchronise(into: buffer)
            return count.map { buffer.first($0) }
        } catch {
            push(.fail(error), of: index)
            return nil
        }
    }
}
