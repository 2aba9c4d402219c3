import CLinux
import Glibc
package import SystemPackage

/// Closes connections whose unread input contains descriptors, on threads of its own.
///
/// Closing such a descriptor may take as long as its sender wants (SO_LINGER, a file system in user
/// space). At most `maximumThreads` connections are closed at a time, and one of each user. The
/// others wait, stay open and count as connections of their user, so that no other user is
/// affected.
package struct Closer: ~Copyable {
    /// Starts a thread that closes a socket of a user and reports it; returns false if none can be
    /// started now.
    package typealias Start = @Sendable (_ socket: Int32, _ uid: UInt32) -> Bool

    /// The maximum number of connections that are closed at a time.
    package static let maximumThreads = 4
    /// The time until the next try after a thread could not be started, in microseconds.
    private static let retryUs: Int64 = 1_000_000

    /// Readable after a connection was closed: contains its user.
    package let reports: Descriptor
    private let closer: OpaquePointer
    /// Replaces the start of a thread, in tests.
    private let startThread: Start?
    /// Connections that wait, by user; no array is empty.
    private var waiting: [UInt32: [Int32]] = [:]
    /// The user of each connection that is being closed.
    private var working: [UInt32] = []
    /// When to try again to start a thread; not set if no try is needed.
    private var retry: LoopTimer

    /// - Parameters:
    ///   - timers: the timers of the loop that calls `retry`.
    ///   - start: replaces the start of a thread, in tests.
    /// - Throws: the error in errno.
    package init(timers: TimerList, start: Start? = nil) throws(Errno) {
        var number: Int32 = -1
        guard let closer = clinux_closer_create(&number) else { throw Errno(rawValue: errno) }
        self.closer = closer
        startThread = start
        retry = LoopTimer("connections to close", in: timers)
        reports = Descriptor(owning: number)
    }

    /// Waiting connections stay open until the process ends: an exiting process does not linger.
    deinit {
        clinux_closer_release(closer)
    }

    /// The number of connections of a user that are not closed yet.
    package func count(of uid: UInt32) -> Int {
        (waiting[uid]?.count ?? 0) + working.count { $0 == uid }
    }

    /// The number of connections that are not closed yet.
    package var count: Int { waiting.values.reduce(working.count) { $0 + $1.count } }

    /// Closes a connection of a user, as soon as there is a thread for it.
    package mutating func close(_ connection: consuming Descriptor, of uid: UInt32, now: Int64) {
        waiting[uid, default: []].append(connection.release())
        startWaiting(now: now)
    }

    /// Reads which connections were closed, and starts to close others.
    package mutating func readReports(now: Int64) {
        var uid: UInt32 = 0
        while let count = try? withUnsafeMutableBytes(of: &uid, { try reports.read(into: $0) }),
            count == MemoryLayout<UInt32>.size
        {
            if let index = working.firstIndex(of: uid) { working.remove(at: index) }
        }
        startWaiting(now: now)
    }

    /// Tries again to start a thread, if that is due.
    package mutating func retry(now: Int64) {
        if retry.isDue(now) { startWaiting(now: now) }
    }

    private mutating func startWaiting(now: Int64) {
        retry.cancel()
        while working.count < Self.maximumThreads,
            let uid = waiting.keys.first(where: { !working.contains($0) }),
            let socket = waiting[uid]?.last
        {
            guard start(socket, uid) else {
                retry.set(to: now &+ Self.retryUs)
                return
            }
            waiting[uid]?.removeLast()
            if waiting[uid]?.isEmpty == true { waiting[uid] = nil }
            working.append(uid)
        }
    }

    private func start(_ socket: Int32, _ uid: UInt32) -> Bool {
        if let replacement = startThread { return replacement(socket, uid) }
        return clinux_closer_start(closer, socket, uid) == 0
    }
}
