import Testing
import TouchCore
import TouchTestSupport

/// Two people at one glass.
@Suite struct NeighbouringZoneTests {
    /// Who touches where, in mm of a glass of 100 units each.
    private static let left = (slots: 0...4, x: 2.0...120.0)
    private static let right = (slots: 5...9, x: 200.0...340.0)

    @Test(arguments: 0..<20)
    func `what is done in one zone changes nothing in another`(block: UInt64) {
        for seed in (block * 10)..<(block * 10 + 10) {
            let first = Self.frames(seed, Self.left)
            let second = Self.frames(seed &+ 1_000, Self.right)
            let configuration = Self.configuration(seed)
            // Zone 0 is what lies about the others: its people touch on the left where zone 1 is
            // not.
            let zone = configuration.zones.count == 3 ? 1 : 0
            Property.check(seed: seed, configuration, first) {
                let alone = Property.screen($0)
                alone.play(Self.proof + $1)
                let beside = Property.screen($0)
                beside.play(Self.proof + Self.merged($1, second, seed: seed))
                return EmittedEvent.difference(
                    Self.events(of: zone, alone), Self.events(of: zone, beside))
            }
        }
    }

    private static func configuration(_ seed: UInt64) -> GestureConfiguration {
        var random = RandomConfiguration(seed: seed)
        var zones = [random.zone(named: "screen", rect: nil)]
        let left = zone(from: 0, to: 100)
        let right = zone(from: 150, to: 270)
        let isScreen = seed.isMultiple(of: 4)
        if !isScreen { zones.append(random.zone(named: "left", rect: left)) }
        zones.append(random.zone(named: "right", rect: right))
        // Else no finger counts at all, or the screen gets every one.
        if zones[0].mask == .none || isScreen { zones[0].mask = .gestures }
        return GestureConfiguration(zones: zones)
    }

    private static func zone(from x: Double, to end: Double) -> ZoneRect {
        ZoneRect(
            x: .millimetres(x), y: .millimetres(0), width: .millimetres(end - x),
            height: .millimetres(200))
    }

    /// Of a device that has shown its force before: that is not anyone's.
    private static let proof: [TouchedFrame] =
        [TouchedFrame(ms: 0, acts: [.down(0, 160, 90)])]
        + (1...6).map { step in
            TouchedFrame(
                ms: Double(step) * 10, acts: [.move(0, 160, 90, force: Double(step) / 100)])
        } + [TouchedFrame(ms: 80, acts: [.up(0)])]

    private static func frames(
        _ seed: UInt64, _ who: (slots: ClosedRange<Int>, x: ClosedRange<Double>)
    ) -> [TouchedFrame] {
        var touches = RandomTouches(seed: seed, slots: who.slots, x: who.x)
        var gestures = RandomGestures(seed: seed, slots: who.slots, x: who.x)
        var last = 5_000.0
        let frames = seed.isMultiple(of: 2) ? touches.frames(200) : gestures.frames(15)
        // Lost events are everyone's, and so are stamps that run back.
        return frames.map {
            last = max(last, $0.ms + 5_000)
            return TouchedFrame(ms: last, acts: $0.acts)
        }
    }

    /// In one recording; what happens at the same time is one frame, or two with one stamp.
    private static func merged(
        _ first: [TouchedFrame], _ second: [TouchedFrame], seed: UInt64
    ) -> [TouchedFrame] {
        var generator = SeededGenerator(seed: seed)
        var merged: [TouchedFrame] = []
        var rest = second[...]
        for frame in first {
            while let next = rest.first, next.ms < frame.ms {
                merged.append(next)
                rest.removeFirst()
            }
            guard let next = rest.first, next.ms == frame.ms, !generator.oneIn(3) else {
                merged.append(frame)
                continue
            }
            rest.removeFirst()
            let acts = generator.oneIn(2) ? frame.acts + next.acts : next.acts + frame.acts
            merged.append(TouchedFrame(ms: frame.ms, acts: acts))
        }
        return merged + rest
    }

    /// The events of a zone, with ids counted anew.
    private static func events(of zone: Int, _ screen: TestScreen) -> [EmittedEvent] {
        var ids: [UInt64: UInt64] = [:]
        return EmittedEvent.all(on: screen).filter { $0.event.zone == zone }.map { emitted in
            let number = ids[emitted.event.id] ?? UInt64(ids.count + 1)
            ids[emitted.event.id] = number
            var emitted = emitted
            emitted.event.id = number
            return emitted
        }
    }
}

/// Frames without a change, for a panel may send them or not.
@Suite struct BareFrameTests {
    @Test(arguments: 0..<20)
    func `frames without a change change nothing`(block: UInt64) {
        for seed in (block * 10)..<(block * 10 + 10) {
            var random = RandomConfiguration(seed: seed)
            Property.check(seed: seed, random.configuration(), Property.frames(seed: seed)) {
                let plain = Property.screen($0)
                plain.play($1)
                let filled = Property.screen($0)
                filled.play(Self.filled($1, seed: seed))
                return EmittedEvent.difference(
                    EmittedEvent.all(on: plain), EmittedEvent.all(on: filled))
            }
        }
    }

    /// With up to three bare frames before each, at times between it and the one before.
    private static func filled(_ frames: [TouchedFrame], seed: UInt64) -> [TouchedFrame] {
        var generator = SeededGenerator(seed: ~seed)
        var filled: [TouchedFrame] = []
        var last = frames.first?.ms ?? 0
        for frame in frames {
            if last <= frame.ms {
                let times = (0..<Int.random(in: 0...3, using: &generator)).map { _ in
                    Double.random(in: last...frame.ms, using: &generator)
                }
                filled += times.sorted().map { TouchedFrame(ms: $0) }
            }
            filled.append(frame)
            last = max(last, frame.ms)
        }
        return filled
    }
}
