import Glibc
import LinuxIO
import Synchronization
import SystemPackage

/// Waits for a descriptor on behalf of a task, in a thread that waits only while the task does.
final class DescriptorWaiter: Sendable {
    /// The next action of the thread.
    private enum Request {
        case wait, nothing, end
    }

    private struct State {
        var continuation: CheckedContinuation<Void, Never>?
        var isClosed = false
    }

    private let state = Mutex(State())
    private let wake: WakePipe
    private let descriptor: Int32

    /// Waits for `descriptor`, which belongs to the caller.
    ///
    /// - Throws: the error of a pipe or of a thread.
    init(for descriptor: Int32) throws(Errno) {
        self.descriptor = descriptor
        wake = try WakePipe()
        try WaitingThread.start { [self] in run() }
    }

    /// Waits until the descriptor is readable, or the task is cancelled.
    func wait() async {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let mustNotWait = state.withLock { state in
                    // Under the lock, so that a cancellation is either seen here, or finds the
                    // continuation.
                    if Task.isCancelled || state.isClosed { return true }
                    state.continuation = continuation
                    return false
                }
                if mustNotWait { continuation.resume() } else { wake.signal() }
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
            return state.continuation == nil ? .nothing : .wait
        }
    }

    /// The thread's loop until `close`.
    private func run() {
        while true {
            switch request {
            case .end: return
            case .nothing: _ = wake.poll(socket: -1, events: 0, timeoutMs: -1)
            case .wait:
                let ready = wake.poll(socket: descriptor, events: Int16(POLLIN), timeoutMs: -1)
                if ready != 0 { resume() }
            }
        }
    }
}
