import Glibc
import LinuxIO
import Synchronization
import SystemPackage

/// The thread of a link: moves bytes between the socket and the link's state.
final class LinkThread {
    private let link: Link
    private let socket: UnixSocket
    private var buffer = [UInt8](repeating: 0, count: 65_536)

    init(link: Link, socket: consuming UnixSocket) {
        self.link = link
        self.socket = socket
    }

    /// Starts the thread; returns 0 or the error of pthread_create(3).
    func start() -> Int32 {
        var all = sigset_t()
        var before = sigset_t()
        // A new thread inherits the mask: signals are handled by the program's own threads.
        sigfillset(&all)
        pthread_sigmask(SIG_SETMASK, &all, &before)
        defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
        let retained = Unmanaged.passRetained(self)
        var thread = pthread_t()
        let failure = pthread_create(&thread, nil, runLinkThread, retained.toOpaque())
        if failure == 0 {
            pthread_detach(thread)
        } else {
            retained.release()
        }
        return failure
    }

    fileprivate func run() {
        while let interest = link.state.withLock({ $0.interest(now: SystemClock.monotonicUs) }) {
            let events = Int32(link.poll(interest))
            if interest.writes, events & (POLLOUT | POLLERR | POLLHUP) != 0 { write() }
            if interest.reads, events & (POLLIN | POLLERR | POLLHUP) != 0 { read() }
            if link.state.withLock({ $0.isOverdue(now: SystemClock.monotonicUs) }) {
                link.end(.failed(.noAnswer(path: link.path)))
            }
        }
    }

    private func read() {
        let number = socket.number
        do throws(Errno) {
            let count = try systemCallOrWouldBlock {
                recv(number, &buffer, buffer.count, 0)
            }
            guard let count else { return }
            guard count > 0 else { return link.end(.lost) }
            buffer.withUnsafeBytes {
                link.deliver(UnsafeRawBufferPointer(rebasing: $0.prefix(count)))
            }
        } catch {
            link.end(.lost)
        }
    }

    private func write() {
        let number = socket.number
        let bytes = link.state.withLock { $0.outgoing }
        do throws(Errno) {
            let count = try systemCallOrWouldBlock {
                Glibc.send(number, bytes, bytes.count, Int32(MSG_NOSIGNAL))
            }
            link.state.withLock { $0.sent(count ?? 0) }
        } catch {
            // What the daemon sent before it closed can still be read.
            link.state.withLock { $0.dropOutgoing() }
        }
    }
}

/// A free function: a closure in `main` would be isolated to the main actor.
private func runLinkThread(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    guard let argument else { return nil }
    Unmanaged<LinkThread>.fromOpaque(argument).takeRetainedValue().run()
    return nil
}
