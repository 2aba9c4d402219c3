import CEvdev
import Testing
import TouchTestSupport

/// Protocol A: every contact in each frame, a SYN_MT_REPORT after each, and no slots.
struct AnonymousTests {
    private let device: FrameAssembler

    init() throws { device = try FrameAssembler(.anonymous()) }

    @Test func `contacts land in the first slots, with generated ids`() throws {
        let frame = try #require(device.frame([.at(5, 6), .at(50, 60)]))
        #expect(frame.live == [0, 1] && frame.landed == [0, 1] && frame.sampled == [0, 1])
        #expect(frame.slots[0] == SlotSnapshot(id: 0, x: 5, y: 6))
        #expect(frame.slots[1] == SlotSnapshot(id: 1, x: 50, y: 60))
    }

    @Test func `contacts continue in their slots, in whatever order they are reported`() throws {
        _ = device.frame([.at(100, 100), .at(500, 100), .at(900, 100)])
        let frame = try #require(device.frame([.at(905, 100), .at(95, 100), .at(505, 100)]))
        #expect(frame.landed == [] && frame.lifted == [] && frame.sampled == [0, 1, 2])
        #expect(frame.slots.prefix(3).map(\.x) == [95, 505, 905])
        #expect(frame.slots.prefix(3).map(\.id) == [0, 1, 2])
    }

    @Test func `the sum of squares is minimal, even if that separates the nearest pair`() throws {
        // With the nearest first, 10 would continue at 12 and 0 at 30: 4 + 900 instead of 144 + 400.
        _ = device.frame([.at(0, 0), .at(10, 0)])
        let frame = try #require(device.frame([.at(12, 0), .at(30, 0)]))
        #expect(frame.landed == [] && frame.slots.prefix(2).map(\.x) == [12, 30])
    }

    @Test func `the contact that is no longer reported lifts, and the other stays`() throws {
        _ = device.frame([.at(100, 0), .at(500, 0)])
        let frame = try #require(device.frame([.at(498, 0)]))
        #expect(frame.live == [1] && frame.lifted == [0] && frame.landed == [])
        #expect(frame.ended == [0: SlotSnapshot(id: 0, x: 100)] && frame.endedMoved == [])
        let again = try #require(device.frame([.at(497, 0), .at(110, 0)]))
        #expect(again.landed == [0] && again.slots[0] == SlotSnapshot(id: 2, x: 110))
    }

    @Test func `a SYN_MT_REPORT without a contact lifts all`() throws {
        _ = device.frame([.at(5, 6), .at(50, 60)])
        let frame = try #require(device.frame(.endOfContact, .report))
        #expect(frame.live == [] && frame.lifted == [0, 1])
    }

    @Test func `a frame without SYN_MT_REPORT does not affect contacts`() throws {
        _ = device.frame([.at(5, 6)])
        let frame = try #require(device.frame(.axis(ABS_X, 9), .report))
        #expect(frame.live == [0] && frame.lifted == [] && frame.sampled == [])
    }

    @Test func `BTN_TOUCH 0 lifts all, with or without contacts in its frame`() throws {
        _ = device.frame(.touch(1), .x(5), .y(6), .endOfContact, .report)
        #expect(try #require(device.frame(.touch(0), .report)).lifted == [0])
        _ = device.frame(.touch(1), .x(5), .y(6), .endOfContact, .report)
        let hovering = try #require(device.frame([.at(5, 7)], .touch(0)))
        #expect(hovering.lifted == [0] && hovering.live == [])
        #expect(try #require(device.frame([.at(5, 8)])).live == [])
    }

    @Test func `a driver that only sends BTN_TOUCH 0 is not trusted`() throws {
        let frame = try #require(device.frame([.at(5, 6)], .touch(0)))
        #expect(frame.live == [0])
    }

    @Test func `the last contact may lack its end`() throws {
        let frame = try #require(device.frame(.x(1), .y(2), .endOfContact, .x(30), .y(40), .report))
        #expect(frame.live == [0, 1] && frame.slots[1].x == 30)
    }

    @Test func `a contact without a full position, or above the glass, is ignored`() throws {
        let frame = try #require(
            device.frame(
                .x(1), .endOfContact, .x(2), .y(2), .axis(ABS_MT_DISTANCE, 3), .endOfContact,
                .x(4), .y(5), .axis(ABS_MT_DISTANCE, 0), .endOfContact, .report))
        #expect(frame.live == [0] && frame.slots[0].x == 4)
    }

    @Test func `values of a contact besides its position are kept`() throws {
        let frame = try #require(
            device.frame(
                .axis(ABS_MT_TOUCH_MAJOR, 7), .axis(ABS_MT_PRESSURE, 8), .x(1), .y(2),
                .axis(ABS_MT_TOOL_TYPE, MT_TOOL_PALM), .endOfContact, .report))
        #expect(
            frame.slots[0] == SlotSnapshot(id: 0, x: 1, y: 2, pressure: 8, major: 7, tool: 2))
    }

    @Test func `more than sixteen contacts are sixteen`() throws {
        let frame = try #require(device.frame((0..<20).map { .at(Int32($0) * 10, 0) }))
        #expect(frame.live.count == 16)
        #expect(device.counters.unknown_slot_events == 4)
        #expect(try #require(device.frame((0..<16).map { .at(Int32($0) * 10, 1) })).landed == [])
    }

    @Test func `after a dropout the next frame has the current contacts`() throws {
        _ = device.frame([.at(100, 0), .at(500, 0)])
        let frame = try #require(
            device.frame(
                .x(1), .y(1), .endOfContact, .dropped, .x(499), .y(0), .endOfContact, .report))
        #expect(frame.resynchronised && frame.live == [1] && frame.landed == [1])
        #expect(frame.lifted == [0, 1] && frame.slots[1] == SlotSnapshot(id: 1, x: 499))
        #expect(device.counters.dropped_events == 3)
    }

    @Test func `the position at which a stream is split does not matter`() throws {
        let events: [input_event] = [
            .x(1), .y(2), .endOfContact, .x(30), .y(40), .endOfContact, .report,
            .x(31), .y(41), .endOfContact, .report(at: 5),
        ]
        let whole = device.frames(events)
        let device = try FrameAssembler(.anonymous())
        #expect(events.flatMap { device.frames([$0]) } == whole && whole.count == 2)
    }
}

/// Protocol A with tracking ids, and the pairing of contacts that have none.
struct AnonymousIdentityTests {
    private let device: FrameAssembler

    init() throws { device = try FrameAssembler(.anonymous()) }

    @Test func `a contact continues in the slot of its id, however far it moved`() throws {
        _ = device.frame([.at(100, 0, id: 7), .at(900, 0, id: 8)])
        let frame = try #require(device.frame([.at(890, 0, id: 7), .at(110, 0, id: 8)]))
        #expect(frame.landed == [] && frame.lifted == [])
        #expect(frame.slots.prefix(2).map(\.x) == [890, 110])
    }

    @Test func `an id that disappears lifts, a new one lands`() throws {
        _ = device.frame([.at(100, 0, id: 7), .at(900, 0, id: 8)])
        let lifted = try #require(device.frame([.at(900, 0, id: 8)]))
        #expect(lifted.lifted == [0] && lifted.live == [1])
        let landed = try #require(device.frame([.at(300, 0, id: 9), .at(900, 0, id: 8)]))
        #expect(landed.landed == [0] && landed.live == [0, 1])
    }

    @Test func `contacts with new ids have the slots of the nearest old ones`() throws {
        _ = device.frame([.at(100, 0, id: 1), .at(900, 0, id: 2)])
        let frame = try #require(device.frame([.at(905, 0, id: 3), .at(105, 0, id: 4)]))
        #expect(frame.lifted == [0, 1] && frame.landed == [0, 1])
        #expect(frame.slots.prefix(2).map(\.x) == [105, 905])
        #expect(frame.ended[0]?.x == 100)
    }

    @Test(arguments: 0..<200 as Range<UInt64>)
    func `as many as possible continue, at the minimal sum of squares`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let before = Self.contacts(&random)
        let after = Self.contacts(&random)
        _ = device.frame(before)
        let frame = try #require(device.frame(after))
        let continuing = frame.live.subtracting(frame.landed)
        #expect(continuing.count == min(before.count, after.count))
        let total = continuing.reduce(0.0) { total, slot in
            total + before[slot].squaredDistance(to: frame.slots[slot])
        }
        #expect(total == Self.minimumSum(before, after))
    }

    /// One to five contacts.
    private static func contacts(_ random: inout SeededGenerator) -> [TypeAContact] {
        (0..<Int.random(in: 1...5, using: &random)).map { _ in
            .at(.random(in: 0...99, using: &random), .random(in: 0...99, using: &random))
        }
    }

    /// The minimum sum, by trying every assignment.
    private static func minimumSum(_ few: [TypeAContact], _ many: [TypeAContact]) -> Double {
        guard few.count <= many.count else { return minimumSum(many, few) }
        guard let first = few.first else { return 0 }
        return many.indices.map { index in
            var unassigned = many
            let partner = unassigned.remove(at: index)
            return first.squaredDistance(to: partner)
                + minimumSum(Array(few.dropFirst()), unassigned)
        }.min() ?? 0
    }
}

/// One contact as a device of protocol A reports it.
struct TypeAContact {
    var x: Int32
    var y: Int32
    /// Its tracking id, if the device reports any.
    var id: Int32?

    static func at(_ x: Int32, _ y: Int32, id: Int32? = nil) -> TypeAContact {
        TypeAContact(x: x, y: y, id: id)
    }

    var events: [input_event] {
        (id.map { [.id($0)] } ?? []) + [.x(x), .y(y), .endOfContact]
    }

    func squaredDistance(to other: TypeAContact) -> Double {
        let (dx, dy) = (Double(other.x) - Double(x), Double(other.y) - Double(y))
        return dx * dx + dy * dy
    }

    func squaredDistance(to slot: SlotSnapshot) -> Double {
        squaredDistance(to: .at(slot.x, slot.y))
    }
}

extension FrameAssembler {
    /// The frame in which a device of protocol A reports these contacts, then these events.
    func frame(_ contacts: [TypeAContact], _ events: input_event...) -> FrameSnapshot? {
        frames(contacts.flatMap(\.events) + events + [.report]).first
    }
}

extension cevdev_layout {
    /// A device of protocol A with BTN_TOUCH; `slots` is the number of slots that tests compare.
    static func anonymous() -> cevdev_layout {
        var layout = cevdev_layout()
        layout.anonymous = true
        layout.has_btn_touch = true
        layout.slots = 16
        return layout
    }
}
