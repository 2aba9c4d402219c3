/// The fingers of one device without gestures: for whoever recognises them in a way of its own.
///
/// What it reports has gone the way of every contact: palms, ghosts, jumps and contacts that break are
/// seen to, positions are filtered. Pure, as the engine is: frames and deadlines go in.
package struct FingerTracker: ~Copyable {
    /// What became of a finger.
    package enum Phase: Sendable, Hashable {
        /// It counts from here on.
        case landed
        /// It moved, or presses otherwise.
        case moved
        /// It lifted.
        case lifted
        /// It turned out to be none, or nobody knows what became of it.
        case cancelled
    }

    /// A finger in one frame.
    package struct Change: Sendable, Hashable {
        /// What became of it.
        package var phase: Phase
        /// The kernel's slot, 0 to 63: names the finger while it is down.
        package var slot: Int
        /// Where it is, in mm.
        package var position: Point
        /// 0 to 1; `nil` while the device has shown no force.
        package var force: Double?
    }

    private var engine: GestureEngine
    private var ids = GestureIDs()
    private var buffer = GestureEventBuffer()
    /// The fingers that were reported as landed.
    private var down: UInt64 = 0
    private var landings = [Timestamp](repeating: .never, count: 64)
    private var positions = [Point](repeating: .zero, count: 64)
    private var forces = [Double](repeating: 0, count: 64)

    /// What the last call brought, in this order: lifts, movements, landings.
    package private(set) var changes: [Change] = []

    /// The fingers of a device with these axes and settings.
    package init(panel: Panel, settings: DeviceSettings = .init()) {
        engine = GestureEngine(
            panel: panel, settings: settings, configuration: GestureConfiguration(gestures: []),
            device: 1)
        changes.reserveCapacity(64)
    }

    /// The panel's geometry, in mm.
    package var surface: Surface { engine.surface }

    /// Whether the device has shown that it measures force.
    package var hasForce: Bool { engine.forceSource != nil }

    /// When it wants to be called with `advance(to:)`; `nil` while it waits for nothing.
    package var nextDeadline: Timestamp? { engine.nextDeadline }

    /// Takes one frame; what is due before it has to be taken first (`advance(to:)`).
    package mutating func process(_ frame: TouchFrame, reports: Span<TouchReport>) {
        engine.process(frame, reports: reports, ids: &ids, into: &buffer)
        collect()
    }

    /// Lets time go on to `time`.
    package mutating func advance(to time: Timestamp) {
        engine.advance(to: time, ids: &ids, into: &buffer)
        collect()
    }

    /// Cancels every finger, for a device that goes away; those still down count as none.
    package mutating func cancelAll() {
        engine.cancelAll(.deviceRemoved, ids: &ids, into: &buffer)
        collect()
    }

    /// Compares what counts now with what did.
    private mutating func collect() {
        buffer.removeAll()
        changes.removeAll(keepingCapacity: true)
        let counted = engine.filter.counted
        for slot in SlotSequence(down) {
            let bit: UInt64 = 1 << UInt64(slot)
            // A finger that landed anew is another, though it has the slot of the one before.
            guard counted & bit == 0 || engine.fingers.landedAt(slot) != landings[slot] else {
                continue
            }
            let isOnGlass = counted & bit == 0 && engine.filter.history.down & bit != 0
            down &= ~bit
            append(isOnGlass ? .cancelled : .lifted, slot, isOnGlass || counted & bit == 0)
        }
        for slot in SlotSequence(down) where hasChanged(slot) { append(.moved, slot, true) }
        for slot in SlotSequence(counted & ~down) {
            landings[slot] = engine.fingers.landedAt(slot)
            append(.landed, slot, true)
        }
        down = counted
    }

    private func hasChanged(_ slot: Int) -> Bool {
        engine.fingers.position(ofSlot: slot) != positions[slot]
            || engine.fingers.force(of: 1 << UInt64(slot)) != forces[slot]
    }

    /// - Parameter isThere: the table still has this finger, and no other in its slot.
    private mutating func append(_ phase: Phase, _ slot: Int, _ isThere: Bool) {
        if isThere {
            positions[slot] = engine.fingers.position(ofSlot: slot)
            forces[slot] = engine.fingers.force(of: 1 << UInt64(slot))
        }
        changes.append(
            Change(
                phase: phase, slot: slot, position: positions[slot],
                force: hasForce ? forces[slot] : nil))
    }
}
