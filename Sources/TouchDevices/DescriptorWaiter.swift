import Glibc
import LinuxIO
import Synchronization
import SystemPackage

/// Lets a task wait for a descriptor: a thread does, and only while the task wants it.
final class DescriptorWaiter: Sendable {
    /// What the thread is to do next.
    private enum Request {
        case wait(until: Int64?)
        case nothing
        case end
    }

    private struct State {
        var continuation: CheckedContinuation<Void, Never>?
        /// When it ends, in microseconds; `nil`: never.
        var deadline: Int64?
        var isClosed = false
    }

    private let state = Mutex(State())
    private let wake: WakePipe
    private let descriptor: Int32

    /// Waits for `descriptor`, which somebody else owns.
    ///
    /// - Throws: the error of a pipe or of a thread.
    init(for descriptor: Int32) throws(Errno) {
        self.descriptor = descriptor
        wake = try WakePipe()
        try WaitingThread.start { [self] in run() }
    }

    /// Waits until the descriptor is readable, the time has come, in microseconds of the monotonic
    /// clock, or the task is cancelled.
    func wait(until deadline: Int64?) async {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isOver = state.withLock { state in
                    // Under the lock: a cancellation comes before this, or finds the continuation.
                    if Task.isCancelled || state.isClosed { return true }
                    state.continuation = continuation
                    state.deadline = deadline
                    return false
                }
                if isOver { continuation.resume() } else { wake.signal() }
            }
        } onCancel: {
            resume()
        }
    }

    /// Ends the thread.
    func close() {
        state.withLock { $0.isClosed = true }
        resume()
        wake.signal()
    }

    private func resume() {
        let continuation = state.withLock { state in
            defer { state.continuation = nil }
            return state.continuation
        }
        continuation?.resume()
    }

    private var request: Request {
        state.withLock { state in
            if state.isClosed { return .end }
            return state.continuation == nil ? .nothing : .wait(until: state.deadline)
        }
    }

    /// What the thread does until `close`.
    private func run() {
        while true {
            switch request {
            case .end: return
            case .nothing: _ = wake.poll(socket: -1, events: 0, timeoutMs: -1)
            case .wait(let deadline):
                let ready = wake.poll(
                    socket: descriptor, events: Int16(POLLIN), timeoutMs: timeout(deadline))
                let isDue = deadline.map { $0 <= SystemClock.monotonicUs } ?? false
                if ready != 0 || isDue { resume() }
            }
        }
    }

    /// In milliseconds, rounded up; -1 is for ever.
    private func timeout(_ deadline: Int64?) -> Int32 {
        guard let deadline else { return -1 }
        let us = max(deadline &- SystemClock.monotonicUs, 0)
        return Int32(clamping: (us &+ 999) / 1_000)
    }
}
