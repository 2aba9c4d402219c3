package import TouchCore
import TouchTestSupport

/// Random configurations: zones with any mask and number of hands; gestures of every kind, and
/// compositions, that wait for each other, have cooldowns and are simultaneous. Their thresholds
/// are the defaults, zero, or larger or smaller than the defaults.
///
/// Borders and limits of lengths are odd multiples of 1/256 mm, or shares that are not multiples of
/// a unit, so that on a panel of 128 units per millimetre no finger is exactly on a border. A zone
/// includes only its left and upper borders, so a finger on a border that is in the zone would be
/// outside of it in the mirror image.
package struct RandomConfiguration {
    private var generator: SeededGenerator
    private var nextName = 0

    package init(seed: UInt64) {
        generator = SeededGenerator(seed: seed)
    }

    package mutating func configuration() -> GestureConfiguration {
        var zones = [zone(named: "screen", rect: nil)]
        for index in 0..<integer(0...3) { zones.append(zone(named: "zone\(index)", rect: rect())) }
        return GestureConfiguration(zones: zones)
    }

    package mutating func zone(named name: String, rect: ZoneRect?) -> ZoneConfiguration {
        let gestures = related((0..<integer(1...8)).map { _ in gesture(depth: 0) })
        var zone = ZoneConfiguration(name: name, rect: rect, gestures: gestures)
        zone.mask = one(of: [.gestures, .gestures, .gestures, .all, .several, .inside, .none])
        zone.hands = one(of: [1, 1, 2, 3, 8])
        // Each hand counts the taps of a family. Of two hands that land in one frame far from a
        // waiting tap, either may inherit its count.
        if gestures.contains(where: \.kind.isFamily) { zone.hands = 1 }
        zone.handSpan = length(80)
        zone.landingWindow = .milliseconds(one(of: [0, 50, 100, 100, 300]))
        zone.liftQuiet = .milliseconds(one(of: [0, 150, 150, 400]))
        zone.heldAfter = .milliseconds(one(of: [0, 200, 500, 500]))
        return zone
    }

    private mutating func rect() -> ZoneRect {
        let x = offGrid(0...250)
        let y = offGrid(0...150)
        return ZoneRect(
            x: .millimetres(x), y: .millimetres(y), width: .millimetres(Double(integer(20...200))),
            height: .millimetres(Double(integer(20...150))))
    }
}

// Numbers.
extension RandomConfiguration {
    private mutating func integer(_ range: ClosedRange<Int>) -> Int {
        .random(in: range, using: &generator)
    }

    /// A length in mm between two units of the panel.
    private mutating func offGrid(_ range: ClosedRange<Int>) -> Double {
        Double(integer(range)) + 1.0 / 256
    }

    private mutating func one<Value>(of values: [Value]) -> Value {
        values[integer(0...values.count - 1)]
    }

    /// A length in mm: mostly the usual one.
    private mutating func length(_ usual: Double) -> Double {
        one(of: [
            usual + 1.0 / 256, usual + 1.0 / 256, usual / 2 + 1.0 / 256, 2 * usual + 1.0 / 256, 0,
        ])
    }

    /// A number without a unit, or an angle.
    private mutating func number(_ usual: Double) -> Double {
        one(of: [usual, usual, usual * 0.7, usual * 1.7, 0])
    }

    private mutating func time(_ usual: Int) -> Duration {
        .milliseconds(one(of: [usual, usual, usual / 2 + 3, 2 * usual + 3, 0]))
    }

    private mutating func fingers(atLeast minimum: Int = 1) -> ClosedRange<Int> {
        let first = integer(minimum...3)
        return first...max(first, integer(first...5))
    }

    private mutating func edges() -> Set<SurfaceEdge> {
        Set(SurfaceEdge.allCases.filter { _ in generator.oneIn(8) })
    }
}

// Gestures.
extension RandomConfiguration {
    private mutating func gesture(depth: Int) -> ConfiguredGesture {
        nextName += 1
        let definition =
            depth < 2 && generator.oneIn(6 + 6 * depth)
            ? composition(depth: depth + 1) : single(isPart: depth > 0)
        return ConfiguredGesture(
            definition, name: "gesture\(nextName)",
            cooldown: .milliseconds(one(of: [0, 0, 0, 0, 200, 1_500])))
    }

    /// Makes some gestures wait for others, never in a cycle, and some simultaneous.
    private mutating func related(_ gestures: [ConfiguredGesture]) -> [ConfiguredGesture] {
        var gestures = gestures
        let order = Array(gestures.indices).shuffled(using: &generator)
        for (position, index) in order.enumerated() {
            let earlier = order[..<position].map { gestures[$0].name }
            gestures[index].waitsFor = Set(earlier.filter { _ in generator.oneIn(5) })
            // A family of gestures neither waits nor is waited for.
            let families = gestures.filter(\.kind.isFamily).map(\.name)
            gestures[index].waitsFor.subtract(families)
            if gestures[index].kind.isFamily { gestures[index].waitsFor = [] }
            let others = gestures.map(\.name).filter { $0 != gestures[index].name }
            gestures[index].simultaneous =
                generator.oneIn(8)
                ? .all : .named(Set(others.filter { _ in generator.oneIn(4) }))
        }
        return gestures
    }

    private mutating func composition(depth: Int) -> GestureDefinition {
        let rule = one(of: GestureComposition.Rule.allCases)
        let parts = (0..<integer(2...3)).map { _ in
            var part = gesture(depth: depth)
            if generator.oneIn(5) { part.place = place() }
            return part
        }
        return .composition(GestureComposition(rule, parts))
    }

    /// Along each side of the surface the whole, about half at one of the ends, or the middle.
    private mutating func place() -> ZoneRect {
        let half = ZoneLength.share(0.5001)
        let spans: [ZoneSpan] = [
            .whole, .fromStart(.share(0), length: half), .fromEnd(.share(0), length: half),
            .between(.millimetres(20 + 1.0 / 256), .share(0.2501)),
        ]
        return ZoneRect(horizontal: one(of: spans), vertical: one(of: spans))
    }

    private mutating func single(isPart: Bool) -> GestureDefinition {
        switch integer(0...(isPart ? 11 : 12)) {
        case 0: return .tap(tap())
        case 1: return .press(press())
        case 2: return .longPress(longPress())
        case 3: return .drag(drag())
        case 4: return .swipe(swipe())
        case 5: return .magnify(magnify())
        case 6: return .rotate(rotate())
        case 7: return .deepPress(deepPress())
        case 8: return .stroke(stroke(isPart: isPart))
        case 9:
            let kind = one(of: LawRecognizer.Kind.allCases)
            return .custom(CustomDefinition(LawRecognizer(kind, fingers: fingers())))
        case 10: return .swipeHold(swipeHold())
        case 11:
            var force = ForceThresholds()
            force.fingers = fingers()
            return .force(force)
        default: return .screenReader(screenReader())
        }
    }

    private mutating func tap() -> TapThresholds {
        var tap = TapThresholds()
        tap.fingers = fingers()
        let count = integer(1...3)
        tap.count = count...max(count, integer(count...4))
        tap.maximumDuration = time(500)
        tap.maximumDistance = length(4)
        tap.maximumSeparation = length(80)
        tap.between = one(of: [.neighbours, .neighbours, .any])
        tap.minimumGap = time(40)
        // Never 0, which means no limit: gestures that wait for the next tap would wait for ever.
        tap.maximumGap = max(tap.minimumGap, .milliseconds(one(of: [350, 350, 178, 703])))
        tap.maximumSpacing = length(8)
        return tap
    }

    private mutating func press() -> PressThresholds {
        var press = PressThresholds()
        press.fingers = fingers()
        press.firstTick = time(500)
        press.tick = time(200)
        press.maximumDistance = one(of: [0, length(4)])
        return press
    }

    private mutating func longPress() -> LongPressThresholds {
        var press = LongPressThresholds()
        press.fingers = fingers()
        press.minimumDuration = time(500)
        press.maximumDistance = length(4)
        return press
    }

    private mutating func drag() -> DragThresholds {
        var drag = DragThresholds()
        drag.fingers = fingers()
        drag.minimumDistance = length(4)
        drag.axis = one(of: [.any, .any, .horizontal, .vertical])
        drag.edges = edges()
        drag.edgeWidth = one(of: [nil, nil, length(8)])
        return drag
    }

    private mutating func swipe() -> SwipeThresholds {
        var swipe = SwipeThresholds()
        swipe.fingers = fingers()
        let directions: [SwipeDirection] =
            generator.oneIn(3) ? SwipeDirection.allCases : [.left, .right, .up, .down]
        swipe.directions = Set(directions.filter { _ in !generator.oneIn(5) })
        if swipe.directions.isEmpty { swipe.directions = [.up] }
        swipe.minimumDistance = length(12)
        swipe.minimumSpeed = number(80)
        swipe.minimumFlick = length(3)
        swipe.maximumDuration = time(800)
        swipe.maximumDeviation = one(of: [nil, nil, 35])
        swipe.maximumWander = number(0.3)
        swipe.liftWindow = .milliseconds(one(of: [180, 180, 0, 400]))
        swipe.edges = edges()
        swipe.edgeWidth = one(of: [nil, nil, length(8)])
        return swipe
    }

    private mutating func swipeHold() -> SwipeHoldThresholds {
        var hold = SwipeHoldThresholds()
        hold.fingers = fingers()
        hold.minimumDistance = length(12)
        hold.maximumDuration = time(1_500)
        hold.minimumHold = time(150)
        hold.maximumDeviation = one(of: [nil, nil, 35])
        hold.maximumWander = number(0.3)
        hold.edges = edges()
        return hold
    }

    private mutating func screenReader() -> ScreenReaderThresholds {
        var reader = ScreenReaderThresholds()
        reader.minimumDistance = length(10)
        reader.maximumDuration = time(1_500)
        reader.maximumWander = number(0.35)
        reader.maximumDistance = length(6)
        reader.minimumHold = time(500)
        reader.maximumGap = .milliseconds(one(of: [350, 350, 178, 703]))
        reader.maximumSpacing = length(20)
        return reader
    }

    private mutating func stroke(isPart: Bool) -> StrokeThresholds {
        var stroke = StrokeThresholds()
        if !isPart, integer(0...2) == 0 {
            stroke.templates += DrawnShapes.ofParts
            stroke.maximumGap = time(1_000)
        }
        // Random touches draw no shape, so mostly any similarity is accepted (0).
        stroke.score = one(of: [0, 0, 0.5])
        stroke.minimumSize = length(15)
        stroke.maximumDuration = time(5_000)
        stroke.rotation = one(of: [.oriented, .any])
        stroke.direction = one(of: [.drawn, .either])
        stroke.points = integer(16...64)
        return stroke
    }

    private mutating func magnify() -> MagnifyThresholds {
        var magnify = MagnifyThresholds()
        magnify.fingers = fingers(atLeast: 2)
        magnify.minimumDistance = length(5)
        magnify.minimumScale = number(0.1)
        magnify.minimumShare = number(0.5)
        magnify.minimumRadius = length(8)
        return magnify
    }

    private mutating func rotate() -> RotateThresholds {
        var rotate = RotateThresholds()
        rotate.fingers = fingers(atLeast: 2)
        rotate.minimumRotation = number(10)
        rotate.minimumDistance = length(2)
        rotate.minimumShare = number(0.25)
        rotate.minimumRadius = length(8)
        return rotate
    }

    private mutating func deepPress() -> DeepPressThresholds {
        var press = DeepPressThresholds()
        press.fingers = fingers()
        press.threshold = one(of: [0.75, 0.5, 0.3])
        press.releaseThreshold = press.threshold - one(of: [0.1, 0, 0.25])
        press.maximumDistance = length(4)
        return press
    }
}
