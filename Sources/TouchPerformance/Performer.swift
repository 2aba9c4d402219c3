import RealModule
public import TouchCore

/// Makes the fingers of sentences, as a person moves them on a surface.
///
/// The same seed gives the same fingers.
public struct Performer: Sendable {
    /// Who performs sentences that name no person.
    public var person: Person
    /// The surface, in mm.
    public var size: SurfaceSize
    /// The time between a touch and the next line, in s.
    public var gap = 0.6

    /// The maximum number of touches of a recording.
    static let touchLimit = 10_000
    /// The maximum length of a recording, and of the contacts of all fingers together, in s.
    private static let longestRecording = 3_600.0

    private var random: SeededGenerator

    public init(_ person: Person, on size: SurfaceSize, seed: UInt64) {
        self.person = person
        self.size = size
        random = SeededGenerator(seed: seed)
    }

    /// The fingers of a script, and what each touch is; it begins at 1 s.
    ///
    /// - Throws: a touch that does not fit on the surface.
    public mutating func perform(
        _ script: TouchScript
    ) throws(PlacementProblem) -> (fingers: [PerformedFinger], labels: [TouchLabel]) {
        var fingers: [PerformedFinger] = []
        var labels: [TouchLabel] = []
        var time = 1.0
        var contactTime = 0.0
        for line in script.lines {
            guard case .together(let sentences) = line else {
                if case .pause(let pause) = line { time += pause }
                continue
            }
            var end = time
            for sentence in sentences {
                var start = time + sentence.delay
                for _ in 0..<sentence.times {
                    let touch = try perform(sentence, at: start)
                    fingers += touch.fingers
                    contactTime += touch.fingers.reduce(0) { $0 + $1.lifts - $1.lands }
                    labels.append(touch.label)
                    end = max(end, touch.label.end)
                    start = touch.label.end + gap
                    guard labels.count <= Self.touchLimit,
                        max(end, contactTime) <= Self.longestRecording
                    else {
                        throw PlacementProblem(sentence: sentence, reason: .tooMuch)
                    }
                }
            }
            time = end + gap
        }
        return (fingers, labels)
    }

    private mutating func perform(
        _ sentence: Sentence, at start: Double
    ) throws(PlacementProblem) -> (fingers: [PerformedFinger], label: TouchLabel) {
        let own = sentence.person ?? person
        var fingers: [PerformedFinger] = []
        if case .tap(let count) = sentence.action {
            let place = try place(sentence, reach: reach(sentence, own), travel: .zero)
            var time = start
            for number in 0..<count {
                let spread = number == 0 ? 0 : own.tapSpread / 2
                let shifted = place + Point(x: draw(-spread...spread), y: draw(-spread...spread))
                let down = sentence.duration ?? draw(own.tap)
                let motion = HandMotion(start: shifted, duration: down)
                fingers += hand(motion, sentence, own, at: time)
                time = (fingers.map(\.lifts).max() ?? time) + draw(own.tapGap)
            }
        } else {
            fingers = hand(try motion(sentence, own), sentence, own, at: start)
        }
        let end = fingers.map(\.lifts).max() ?? start
        return (fingers, TouchLabel(sentence, start: start, end: end))
    }

    private mutating func draw(_ range: ClosedRange<Double>) -> Double {
        random.uniform(range)
    }
}

/// The movement of a hand.
extension Performer {
    private mutating func motion(
        _ sentence: Sentence, _ own: Person
    ) throws(PlacementProblem) -> HandMotion {
        let slowness = draw(own.slowness)
        let reach = reach(sentence, own)
        switch sentence.action {
        case .tap, .hold, .deepPress:
            let still = sentence.action == .deepPress ? 0.6 : 0.8
            let place = try place(sentence, reach: reach, travel: .zero)
            return HandMotion(start: place, duration: sentence.duration ?? still * slowness)
        case .drag(let direction):
            return try stroke(
                sentence, own, direction, speed: 120 / slowness, rest: 0.1, .minimumJerk)
        case .swipe(let direction):
            return try stroke(sentence, own, direction, speed: 500 / slowness, rest: 0, .flick)
        case .pinch(let scale):
            let place = try place(sentence, reach: reach * max(scale, 1), travel: .zero)
            return HandMotion(
                start: place, scale: scale, duration: sentence.duration ?? 0.6 * slowness,
                rest: 0.04)
        case .rotate(let degrees):
            let place = try place(sentence, reach: reach, travel: .zero)
            return HandMotion(
                start: place, turn: degrees * .pi / 180,
                duration: sentence.duration ?? max(abs(degrees) / 100, 0.4) * slowness, rest: 0.04)
        }
    }

    private mutating func stroke(
        _ sentence: Sentence, _ own: Person, _ direction: SwipeDirection, speed: Double,
        rest: Double, _ course: Course
    ) throws(PlacementProblem) -> HandMotion {
        let angle = draw(own.misdirection) * .pi / 180
        let way = direction.unitVector.turned(by: angle)
        let side = abs(way.x) * size.width + abs(way.y) * size.height
        let length = sentence.length ?? min(course == .flick ? 90 : 80, side * 0.6)
        let speed = sentence.speed ?? speed
        let place = try place(sentence, reach: reach(sentence, own), travel: way * length)
        var motion = HandMotion(
            start: place, travel: way * length,
            duration: sentence.duration ?? length / speed,
            rest: rest, course: course)
        motion.arc = draw(own.arc) * length
        motion.hook = draw(own.hook) * length
        return motion
    }

    /// The maximum distance of a finger from the middle of the hand as it lands, in mm.
    private func reach(_ sentence: Sentence, _ own: Person) -> Double {
        switch sentence.action {
        case .pinch(let scale): scale > 1 ? 20 : 40
        case .rotate: 35
        default: own.spacing * Double(sentence.fingers - 1) / 2
        }
    }

    /// Where the middle of a hand lands.
    private func place(
        _ sentence: Sentence, reach: Double, travel: Point
    ) throws(PlacementProblem) -> Point {
        let middle = Point(x: size.width / 2, y: size.height / 2)
        var place = sentence.start ?? middle - travel / 2
        for side in sentence.start == nil ? sentence.anchor ?? [] : [] {
            let margin = 10 + reach
            switch side {
            case .left: place.x = margin
            case .right: place.x = size.width - margin
            case .top: place.y = margin
            case .bottom: place.y = size.height - margin
            }
        }
        // A finger that comes over the side is seen first a little inside.
        switch sentence.edge {
        case .left: place.x = 1.5
        case .right: place.x = size.width - 1.5
        case .top: place.y = 1.5
        case .bottom: place.y = size.height - 1.5
        case nil: break
        }
        let end = place + travel
        // A row of fingers extends along one side only.
        let isRow = !sentence.needsTwo
        let isUpright = isUpright(sentence, travel)
        let inner = Point(x: isRow && isUpright ? 0 : reach, y: isRow && !isUpright ? 0 : reach)
        for point in [place, end] {
            guard (inner.x...max(size.width - inner.x, inner.x)).contains(point.x),
                (inner.y...max(size.height - inner.y, inner.y)).contains(point.y)
            else {
                throw PlacementProblem(
                    sentence: sentence,
                    reason: .outside(from: place, to: end, reach: reach, of: size))
            }
        }
        return place
    }
}

/// The fingers of a hand.
extension Performer {
    private mutating func hand(
        _ motion: HandMotion, _ sentence: Sentence, _ own: Person, at start: Double
    ) -> [PerformedFinger] {
        let count = sentence.fingers
        let stagger = count > 1 ? draw(own.stagger) : 0
        let landed = start + stagger
        let lift = landed + motion.whole
        let drift = Point(x: 1, y: 0).turned(by: draw(0...2 * .pi)) * draw(own.drift)
        let offsets = offsets(sentence, own, motion)
        return (0..<count).map { index in
            // The first and the last finger are the stagger apart, those between anywhere.
            let late =
                index == 0
                ? 0 : index == count - 1 ? stagger : draw(0...max(stagger, .leastNonzeroMagnitude))
            let amplitude = draw(own.tremor)
            let frequency = draw(own.tremorFrequency) * 2 * .pi
            let (phaseX, phaseY) = (draw(0...2 * .pi), draw(0...2 * .pi))
            let offset = offsets[index]
            let whole = max(motion.whole, 0.001)
            let isStill = motion.travel == .zero && motion.scale == 1 && motion.turn == 0
            let force = forceCourse(sentence, own, landed: landed, duration: motion.duration)
            return PerformedFinger(
                lands: start + late, lifts: lift + (count > 1 ? draw(0...0.01) : 0),
                position: { time in
                    let since = time - landed
                    let shake = Point(
                        x: .sin(frequency * time + phaseX), y: .sin(frequency * time + phaseY))
                    let drifted = isStill ? drift * min(max(since / whole, 0), 1) : .zero
                    return motion.position(offset, at: since) + shake * amplitude + drifted
                },
                force: force, contact: draw(own.contact))
        }
    }

    /// The fingers about the middle: two that face each other for a pinch and a rotation, else a row
    /// across the movement.
    private mutating func offsets(
        _ sentence: Sentence, _ own: Person, _ motion: HandMotion
    ) -> [Point] {
        let count = sentence.fingers
        switch sentence.action {
        case .pinch, .rotate:
            let first = draw(-40...(-20)) * .pi / 180
            let radius = reach(sentence, own)
            return (0..<count).map { index in
                Point(x: radius, y: 0).turned(by: first + 2 * .pi * Double(index) / Double(count))
            }
        default:
            let isUpright = isUpright(sentence, motion.travel)
            return (0..<count).map { index in
                let along = (Double(index) - Double(count - 1) / 2) * own.spacing
                return isUpright ? Point(x: 0, y: along) : Point(x: along, y: 0)
            }
        }
    }

    /// Whether the fingers are in a column: across a movement to the side, and along the side that
    /// they come from.
    private func isUpright(_ sentence: Sentence, _ travel: Point) -> Bool {
        guard travel == .zero else { return abs(travel.x) > abs(travel.y) }
        return sentence.edge == .left || sentence.edge == .right
    }

    /// A force that rises in 30 ms to that of a light touch; that of a deep press then rises to 0.9 in
    /// a third of its time.
    private mutating func forceCourse(
        _ sentence: Sentence, _ own: Person, landed: Double, duration: Double
    ) -> @Sendable (Double) -> Double {
        let isDeep = sentence.action == .deepPress
        let light = isDeep ? draw(own.force) : sentence.force ?? draw(own.force)
        let deep = isDeep ? sentence.force ?? 0.9 : light
        return { time in
            let since = time - landed
            let rise = Course.minimumJerk.share(at: (since - duration / 4) / (duration / 3))
            return (light + (deep - light) * rise) * min(max(0.3 + since / 0.03, 0.3), 1)
        }
    }
}
