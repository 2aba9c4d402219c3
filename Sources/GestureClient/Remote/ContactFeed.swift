import LinuxIO
import Synchronization

/// Reads contacts and devices from the daemon, over one connection after another, and hands them on.
///
/// A task of its own reads; a bounded number of lines waits, so that the daemon's flow control works.
final class ContactFeed: Sendable {
    /// What it hands on.
    enum Item: Sendable {
        /// A line.
        case event(GestureClientEvent)
        /// The connection is over; another is made.
        case lost
        /// There is no more; with why, where that is no orderly end.
        case end(GestureClientError?)
    }

    private struct State {
        var items: [Item] = []
        var reader: CheckedContinuation<Void, Never>?
        /// The number of the present wait.
        var wait = 0
        var writer: CheckedContinuation<Void, Never>?
        var isClosed = false
    }

    /// So many lines wait here at most.
    private static let capacity = 256

    private let state = Mutex(State())
    private let pump = Mutex<Task<Void, Never>?>(nil)

    init(location: SocketLocation, reconnects: Bool) {
        let task = Task { [weak self] in
            await Self.run(location, reconnects) { await self?.put($0) ?? false }
        }
        pump.withLock { $0 = task }
    }

    /// What has come, waited for until a time in microseconds; empty where nothing came by then.
    func next(until deadline: Int64?) async -> [Item] {
        let (isReady, wait) = state.withLock { state in
            state.wait += 1
            return (!state.items.isEmpty || state.isClosed, state.wait)
        }
        if !isReady {
            let timer = deadline.map { deadline in
                Task { [weak self] in
                    let us = max(deadline &- SystemClock.monotonicUs, 0)
                    try? await Task.sleep(for: .microseconds(us))
                    self?.wake(wait)
                }
            }
            await withTaskCancellationHandler {
                await withCheckedContinuation { continuation in
                    let isOver = state.withLock { state in
                        if !state.items.isEmpty || state.isClosed || Task.isCancelled {
                            return true
                        }
                        state.reader = continuation
                        return false
                    }
                    if isOver { continuation.resume() }
                }
            } onCancel: {
                wake(nil)
            }
            timer?.cancel()
        }
        return takeItems()
    }

    private func takeItems() -> [Item] {
        let (items, writer) = state.withLock { state in
            defer {
                state.items.removeAll(keepingCapacity: true)
                state.writer = nil
            }
            return (state.items, state.writer)
        }
        writer?.resume()
        return items
    }

    /// Ends the connection, and every wait.
    func close() {
        state.withLock { $0.isClosed = true }
        pump.withLock { $0 }?.cancel()
        wake(nil)
        let writer = state.withLock { state in
            defer { state.writer = nil }
            return state.writer
        }
        writer?.resume()
    }

    /// Ends the wait of a number, or whichever there is.
    private func wake(_ wait: Int?) {
        let reader = state.withLock { state -> CheckedContinuation<Void, Never>? in
            guard wait == nil || wait == state.wait else { return nil }
            defer { state.reader = nil }
            return state.reader
        }
        reader?.resume()
    }

    /// Hands an item on, once there is room; `false`: nobody wants more.
    private func put(_ item: Item) async -> Bool {
        await withCheckedContinuation { continuation in
            let hasRoom = state.withLock { state in
                state.items.append(item)
                if state.items.count < Self.capacity || state.isClosed { return true }
                state.writer = continuation
                return false
            }
            wake(nil)
            if hasRoom { continuation.resume() }
        }
        return !state.withLock(\.isClosed)
    }

    /// Connects again and again, until nobody wants more.
    private static func run(
        _ location: SocketLocation, _ reconnects: Bool, _ put: (Item) async -> Bool
    ) async {
        var subscription = GestureSubscription()
        subscription.events = [.contact, .device]
        repeat {
            let client = GestureClient(
                GestureClientOptions(
                    location: location, subscription: subscription, waits: reconnects,
                    reconnects: false))
            defer { client.close() }
            do throws(GestureClientError) {
                for try await event in client.events {
                    guard await put(.event(event)) else { return }
                }
                if !reconnects {
                    _ = await put(.end(nil))
                    return
                }
            } catch {
                // What was refused is refused again.
                if case .refused = error {
                    _ = await put(.end(error))
                    return
                }
                if !reconnects {
                    _ = await put(.end(error))
                    return
                }
            }
            guard await put(.lost), !Task.isCancelled else { return }
            try? await Task.sleep(for: .milliseconds(100))
        } while !Task.isCancelled
    }
}
