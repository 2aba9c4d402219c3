import CEvdev
import Testing
import TouchTestSupport

/// Protocol A with tracking ids, and the pairing of contacts that have none.
struct AnonymousIdentityTests {
    private let device: FrameAssembler

    init() throws { device = try FrameAssembler(.anonymous()) }

    @Test func `contacts with ids go on where their id is, however far`() throws {
        _ = device.frame([.at(100, 0, id: 7), .at(900, 0, id: 8)])
        let frame = try #require(device.frame([.at(890, 0, id: 7), .at(110, 0, id: 8)]))
        #expect(frame.landed == [] && frame.lifted == [])
        #expect(frame.slots.prefix(2).map(\.x) == [890, 110])
    }

    @Test func `an id that goes lifts, one that comes lands`() throws {
        _ = device.frame([.at(100, 0, id: 7), .at(900, 0, id: 8)])
        let lifted = try #require(device.frame([.at(900, 0, id: 8)]))
        #expect(lifted.lifted == [0] && lifted.live == [1])
        let landed = try #require(device.frame([.at(300, 0, id: 9), .at(900, 0, id: 8)]))
        #expect(landed.landed == [0] && landed.live == [0, 1])
    }

    @Test func `new ids take the slots of the old ones nearest to them`() throws {
        _ = device.frame([.at(100, 0, id: 1), .at(900, 0, id: 2)])
        let frame = try #require(device.frame([.at(905, 0, id: 3), .at(105, 0, id: 4)]))
        #expect(frame.lifted == [0, 1] && frame.landed == [0, 1])
        #expect(frame.slots.prefix(2).map(\.x) == [105, 905])
        #expect(frame.ended[0]?.x == 100)
    }

    @Test(arguments: 0..<200 as Range<UInt64>)
    func `as many go on as can, at the least sum of squared distances`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let before = Self.places(&random)
        let after = Self.places(&random)
        _ = device.frame(before)
        let frame = try #require(device.frame(after))
        let goesOn = frame.live.subtracting(frame.landed)
        #expect(goesOn.count == min(before.count, after.count))
        let total = goesOn.reduce(0.0) { total, slot in
            total + before[slot].squaredDistance(to: frame.slots[slot])
        }
        #expect(total == Self.least(before, after))
    }

    /// One to five contacts.
    private static func places(_ random: inout SeededGenerator) -> [ToldContact] {
        (0..<Int.random(in: 1...5, using: &random)).map { _ in
            .at(.random(in: 0...99, using: &random), .random(in: 0...99, using: &random))
        }
    }

    /// The least sum there is, by trying every way.
    private static func least(_ few: [ToldContact], _ many: [ToldContact]) -> Double {
        guard few.count <= many.count else { return least(many, few) }
        guard let first = few.first else { return 0 }
        return many.indices.map { index in
            var rest = many
            let partner = rest.remove(at: index)
            return first.squaredDistance(to: partner) + least(Array(few.dropFirst()), rest)
        }.min() ?? 0
    }
}
