/// The memory of one client, all of it: made before its connection is accepted.
struct ClientMemory: ~Copyable {
    /// Gestures alive at once that one client can be told of.
    private static let gesturesHeard = 64
    /// Memory for `changed` lines that wait for their time.
    private static let heldBytes = 16 * 1024

    /// What waits to be written.
    let queue: LineQueue
    /// What waits for its time: one line a gesture.
    let held: LineQueue
    let heard: HeardGestures

    /// `nil`: there is none for one more client.
    init?(_ limits: ClientLimits) {
        let rest =
            limits.queueBytes - Self.heldBytes - HeardGestures.bytes(for: Self.gesturesHeard)
        // A gesture's body takes some 250 bytes, an entry 32: room for both to run out together.
        let lines = max(rest / 256, 64)
        let queueBytes = max(rest - lines * MemoryLayout<LineQueue.Entry>.stride, 32 * 1024)
        let heldBytes =
            Self.heldBytes - Self.gesturesHeard * MemoryLayout<LineQueue.Entry>.stride
        guard let queue = LineQueue(byteCapacity: queueBytes, lineCapacity: lines),
            let held = LineQueue(byteCapacity: heldBytes, lineCapacity: Self.gesturesHeard),
            let heard = HeardGestures(capacity: Self.gesturesHeard)
        else { return nil }
        self.queue = queue
        self.held = held
        self.heard = heard
    }
}
