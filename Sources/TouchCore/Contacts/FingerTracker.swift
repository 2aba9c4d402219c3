/// The fingers of one device, for code that recognises gestures itself.
///
/// Contacts are processed by an engine without gestures: palms, ghosts, jumps and broken contacts
/// are handled, and positions are filtered. Like the engine, it has no clock and no I/O.
package struct FingerTracker: ~Copyable {
    /// A change of a finger.
    package enum Phase: Sendable, Hashable {
        /// The contact counts as a finger from now on.
        case landed
        /// The finger moved, or its force changed.
        case moved
        /// The finger lifted.
        case lifted
        /// The contact is not a finger, or its state is unknown.
        case cancelled
    }

    /// A finger in one frame.
    package struct Change: Sendable, Hashable {
        /// The kind of change.
        package var phase: Phase
        /// The kernel's slot, 0 to 63: identifies the finger while it is down.
        package var slot: Int
        /// The position, in mm from the surface's top left.
        package var position: Point
        /// The force, 0 to 1; `nil` while the device has reported no force.
        package var force: Double?
    }

    private var engine: GestureEngine
    private var ids = GestureIDs()
    private var buffer = GestureEventBuffer()
    /// The fingers reported as landed, and not as lifted or cancelled since.
    private var down: UInt64 = 0
    private var landings = [Timestamp](repeating: .never, count: 64)
    private var positions = [Point](repeating: .zero, count: 64)
    private var forces = [Double](repeating: 0, count: 64)

    /// The changes of the last call, in this order: lifts, movements, landings.
    package private(set) var changes: [Change] = []

    /// Creates a tracker for a device with these axes and settings.
    package init(panel: Panel, settings: DeviceSettings = .init()) {
        engine = GestureEngine(
            panel: panel, settings: settings, configuration: GestureConfiguration(gestures: []),
            device: 1)
        changes.reserveCapacity(64)
    }

    /// The panel's geometry, in mm.
    package var surface: Surface { engine.surface }

    /// Whether the device has shown that it reports force.
    package var hasForce: Bool { engine.forceSource != nil }

    /// When `advance(to:)` must be called; `nil` if the tracker waits for nothing.
    package var nextDeadline: Timestamp? { engine.nextDeadline }

    /// Processes one frame. Call `advance(to:)` before it for earlier deadlines, so that `changes`
    /// has theirs separately.
    package mutating func process(_ frame: TouchFrame, reports: Span<TouchReport>) {
        engine.process(frame, reports: reports, ids: &ids, into: &buffer)
        collect()
    }

    /// Advances to `time`: every deadline up to it fires.
    package mutating func advance(to time: Timestamp) {
        engine.advance(to: time, ids: &ids, into: &buffer)
        collect()
    }

    /// Cancels every finger, for a device that is removed. Contacts that are down do not count
    /// until they lift.
    package mutating func cancelAll() {
        engine.cancelAll(.deviceRemoved, ids: &ids, into: &buffer)
        collect()
    }

    /// Sets `changes` to the differences between the fingers that count now and `down`.
    private mutating func collect() {
        buffer.removeAll()
        changes.removeAll(keepingCapacity: true)
        let counted = engine.filter.counted
        for slot in SlotSequence(down) {
            let bit: UInt64 = 1 << UInt64(slot)
            // A finger that landed again in the same slot is another finger.
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

    /// - Parameter isInTable: whether the table still has this finger in its slot.
    private mutating func append(_ phase: Phase, _ slot: Int, _ isInTable: Bool) {
        if isInTable {
            positions[slot] = engine.fingers.position(ofSlot: slot)
            forces[slot] = engine.fingers.force(of: 1 << UInt64(slot))
        }
        changes.append(
            Change(
                phase: phase, slot: slot, position: positions[slot],
                force: hasForce ? forces[slot] : nil))
    }
}
