package import InputDevices
package import LinuxIO
import Logging
package import SystemPackage

/// The devices of this machine for one loop: each is opened, read, resynchronised, verified after
/// silence, and closed; a node that cannot be opened yet is tried again.
///
///     what is ready, the time ──▶ DeviceSet ──▶ events of a device, changes of the set
///
/// It has the devices and the nodes that wait; their descriptors and timers are in the owner's poller. The owner
/// passes what is ready and the time, gives each device its events, and handles each change that `next`
/// returns before it asks for another. The set calls nothing of its owner, so a frame crosses no closure
/// and no existential.
///
/// Each device fails alone.
package struct DeviceSet: ~Copyable {
    /// What the poller calls a device: this and its number, 1 for the first.
    private static let tokenMark: UInt64 = 1 << 63
    /// What the poller calls the source of changes: the number of no device.
    package static let changesToken = tokenMark
    /// Reads of one device in a row; more is more than the kernel holds (evdev's buffer).
    private static let maximumReads = 64

    /// A change of the set, for the owner.
    package enum Change {
        /// A device was opened, and is the last of the set from here on.
        case opened
        /// What is on the glass of a device that was just opened.
        case present(Int, InputEvents)
        /// A device is to be read.
        case readable(Int)
        /// A device with contacts has been silent since a time, in microseconds: to be verified.
        case silent(Int, since: Int64)
        /// Other settings hold for a device.
        case reconfigured(Int, ConfiguredDevice)
        /// A device can no longer be read, but has not gone. It is closed.
        case failed(Int, Errno)
        /// A device leaves the set, and is no longer waited for: the owner is to take it out of `devices`,
        /// which closes it. If it is excluded, it did not go: settings leave it out from now on.
        case leaving(Int, isExcluded: Bool)
    }

    /// What is to be done next.
    enum Step {
        case hotplug(HotplugEvent)
        /// Opens what is not open: the node, or those of the named ones that are missing.
        case admit(String)
        case open(OpenRetries.Attempt)
        /// Asks the source for what is there. If it cannot be asked, and that is required, it has failed.
        case enumerate(isRequired: Bool)
        case reopenSource
        /// By the device's number, as indices change between steps.
        case device(Int, DeviceStep)
    }

    enum DeviceStep {
        case watch, begin, read, verify, reconfigure, remove
        case fail(Errno)
    }

    /// Events of one device, and whether they are its present state rather than what it sent.
    package struct Reading {
        package var events: InputEvents
        package let isState: Bool
    }

    package var opener: DeviceOpener
    /// The nodes asked for by name; empty: every touchscreen.
    package let named: [String]
    /// Whether a source that cannot list what is there has failed, as one that reports no changes has.
    let requiresList: Bool
    /// The devices. The owner takes out those that are leaving, and adds none.
    package var devices = OwnedTable<Device>(capacity: 4)
    /// The nodes that could not be opened yet.
    var retries: OpenRetries
    /// How the source of changes is watched.
    var watch: MonitorBackoff
    /// Why changes can no longer be watched; `nil` while they can, or are tried.
    package internal(set) var failure: Errno?
    /// The nodes whose reading failed since they came; each is logged once.
    var failing: Set<String> = []
    /// The next is the last.
    var steps: [Step] = []
    /// The time of the last input, in microseconds.
    var now: Int64
    /// What the source of changes was ready for; `nil` if it was not, since `takeChanges`.
    package internal(set) var changesReadiness: Readiness?
    /// The read under way: how many more may follow, and what `LiveDevice.read` returned.
    private var readsLeft = 0
    private var lastRead = LiveDevice.ReadResult()
    private let buffer = InputEventBuffer()
    /// Has the descriptors and the timers of the set.
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
        watch = MonitorBackoff(timers: poller.timers)
        self.now = now
        opener.source.reportCandidates(opener.policy.namesTouchscreens)
    }

    /// Opens the nodes of `named`, or every touchscreen of the source if it is empty; reads none yet.
    ///
    /// - Throws: if a named node cannot be opened (exit status 66, or 77 without permission) or is
    ///   no touch device (65), and if the source cannot list what is there (66).
    package init(
        opening named: [String], with opener: DeviceOpener, poller: EpollPoller, now: Int64
    ) throws(CommandError) {
        self.init(of: named, with: opener, poller: poller, now: now)
        try openInitial()
    }

    /// What is known of each device, in their order.
    package var descriptions: [InputDevice] {
        (0..<devices.count).compactMap { devices.read($0) { $0.description } }
    }

    /// Adds the devices that `init` opened and the source of changes to the poller. What is on the glass
    /// of the devices follows from `next`.
    package mutating func start() throws(Errno) {
        try watchSource()
        for index in 0..<devices.count {
            try watch(index)
        }
        pushAll(.begin)
    }

    /// Whether there are nodes that could not be opened yet.
    package var isRetrying: Bool { !retries.isEmpty }

    // MARK: Time

    /// Advances to `now`: what is due by then follows from `next`. A silent device is verified, a node is
    /// tried again, and the source is opened again.
    package mutating func advance(to now: Int64) {
        self.now = now
        if watch.takeDue(now) { steps.append(.reopenSource) }
        steps += retries.takeDue(now).reversed().map { .open($0) }
        let isDue = devices.firstIndex { $0.readLive { $0.isVerificationDue(now) } ?? false } != nil
        guard isDue else { return }
        pushAll(.verify)
        // Read before: events may still be waiting if the process was held up.
        pushAll(.read)
    }

    /// Nothing is due any more.
    package mutating func cancelTimers() {
        watch.cancel()
        retries.cancelAll()
        devices.forEach { $0.live?.cancelTimers() }
    }

    // MARK: Reading

    static func token(of id: Int) -> UInt64 { tokenMark | UInt64(truncatingIfNeeded: id) }

    /// Whether the poller knows a descriptor of the set by `token`.
    package static func owns(token: UInt64) -> Bool { token & tokenMark != 0 }

    /// A descriptor of the set is ready at `now`. Returns the index of the device that is to be read;
    /// `nil` if it is none, or the source of changes: that waits until `takeChanges`.
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

    /// Every device is to be read at `now`, before anything else.
    package mutating func readAll(now: Int64) {
        self.now = now
        pushAll(.read)
    }

    /// Reads the device at `index`; `nil` if it sent nothing.
    package mutating func read(_ index: Int) -> Reading? {
        readsLeft = Self.maximumReads
        return readMore(index)
    }

    /// The owner took what the device at `index` sent, and left `leftCount` events; reads on.
    ///
    /// Events are left from a SYN_DROPPED on: what follows is the device's present state.
    package mutating func readOn(_ index: Int, leftCount: Int) -> Reading? {
        trackContacts(of: index)
        if leftCount > 0 { return resynchronised(index) }
        if lastRead.changesRelease { trackRelease(of: index) }
        return lastRead.mayHaveMore ? readMore(index) : nil
    }

    /// Asks for those contacts in the last frame of the device at `index` that the kernel no longer has;
    /// returns the events that lift them at `time`, `nil` if there are none.
    package mutating func liftGone(_ index: Int, at time: Int64) -> InputEvents? {
        guard let frame = devices.read(index, { $0.lastFrame }) else { return nil }
        do throws(Errno) {
            let count = try devices[index].live?.liftGone(of: frame, at: time, into: buffer)
            guard let count, count > 0 else { return nil }
            logger.debug("device \(devices[index].summary.id): contacts went without an event")
            return buffer.first(count)
        } catch {
            push(.fail(error), of: index)
            return nil
        }
    }

    /// Records whether contacts are on the glass of the device at `index`.
    package mutating func trackContacts(of index: Int) {
        devices[index].trackContacts()
    }

    private mutating func trackRelease(of index: Int) {
        devices[index].live?.trackRelease(now: now)
    }

    private mutating func readMore(_ index: Int) -> Reading? {
        guard readsLeft > 0 else { return nil }
        readsLeft &-= 1
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

    /// What is on the glass of the device at `index`; `nil` if it could not be asked.
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
