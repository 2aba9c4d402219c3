import RealModule
public import TouchCore

/// The fingers of a sentence, and their label.
public struct PerformedTouch: Sendable {
    public var fingers: [PerformedFinger]
    public var label: TouchLabel
}

/// Makes the fingers of sentences, as a person moves them on a surface.
///
/// The same seed gives the same fingers. What a sentence leaves out (durations, lengths, speeds, how a
/// finger rests beside others) and the course of force are assumed; ``Course`` has a source.
public struct Performer: Sendable {
    /// The person of sentences that name none.
    public var person: Person
    /// The surface, in mm.
    public var size: SurfaceSize

    /// The maximum number of touches of a recording.
    static let touchLimit = 10_000
    /// The maximum length of a recording, and of the contacts of all fingers together, in s.
    private static let longestRecording = 3_600.0

    private var random: SeededGenerator
    private let style: DrawingStyle

    public init(_ person: Person, on size: SurfaceSize, seed: UInt64) {
        self.person = person
        self.size = size
        random = SeededGenerator(seed: seed)
        style = DrawingStyle(seed: seed)
    }

    /// The touches of a script; it begins at 1 s.
    ///
    /// - Throws: a touch that does not fit on the surface.
    public mutating func perform(
        _ script: TouchScript
    ) throws(PlacementProblem) -> [PerformedTouch] {
        var touches: [PerformedTouch] = []
        var time = 1.0
        var contactTime = 0.0
        for line in try lines(of: script) {
            guard case .together(let sentences) = line else {
                if case .pause(let pause) = line { time += pause }
                continue
            }
            var next = time
            for sentence in sentences {
                var start = time + sentence.delay
                for _ in 0..<sentence.times {
                    let touch = try perform(sentence, at: start)
                    touches.append(touch)
                    contactTime += touch.fingers.reduce(0) { $0 + $1.lifts - $1.lands }
                    start = touch.label.end + draw((sentence.person ?? person)[.pause])
                    next = max(next, start)
                    guard touches.count <= Self.touchLimit,
                        max(touch.label.end, contactTime) <= Self.longestRecording
                    else {
                        throw PlacementProblem(sentence: sentence, reason: .tooMuch)
                    }
                }
            }
            time = next
        }
        return touches
    }

    /// The lines in the order in which they are performed.
    private mutating func lines(
        of script: TouchScript
    ) throws(PlacementProblem) -> [TouchScript.Line] {
        guard script.isShuffled else { return script.lines }
        var count = 0
        for case .together(let sentences) in script.lines {
            count += sentences[0].times
            guard count <= Self.touchLimit else {
                throw PlacementProblem(sentence: sentences[0], reason: .tooMuch)
            }
        }
        return script.unrolledLines.shuffled(using: &random)
    }

    private mutating func perform(
        _ sentence: Sentence, at start: Double
    ) throws(PlacementProblem) -> PerformedTouch {
        let own = sentence.person ?? person
        var label = TouchLabel(sentence, start: start)
        var motion = motion(sentence, own, &label)
        let grip = grip(sentence, own, motion)
        motion.hinge = (grip.offsets.first ?? .zero) * draw(own[.pivot])
        motion.start = try position(sentence, motion, grip)
        var touch = PerformedTouch(fingers: [], label: label)
        for number in 0..<(label.count ?? 1) {
            var part = motion
            if number > 0 {
                let spread = own.maximum(.spread)
                part.start += Point(x: draw(-spread...spread), y: draw(-spread...spread))
            }
            if let count = label.count {
                let hold = number == count - 1 ? sentence.hold : nil
                part.duration = draw(hold ?? sentence.duration ?? own[.tap])
            }
            let first = start + (motion.resting?.before ?? 0)
            let begin = number == 0 ? first : touch.label.end + draw(own[.gap])
            addHand(part, grip, sentence, own, at: begin, to: &touch)
        }
        addRestingFinger(motion, sentence, own, at: start, to: &touch)
        return touch
    }

    mutating func draw(_ range: ClosedRange<Double>) -> Double {
        range.lowerBound == range.upperBound ? range.lowerBound : random.uniform(range)
    }

    /// A direction of any angle, with a length.
    private mutating func anywhere(_ length: ClosedRange<Double>) -> Point {
        let length = draw(length)
        return length == 0 ? .zero : Point(x: length, y: 0).turned(by: draw(0...2 * .pi))
    }
}

/// The movement of a hand.
extension Performer {
    /// The movement, before its position is chosen. Its values are those of the label.
    private mutating func motion(
        _ sentence: Sentence, _ own: Person, _ label: inout TouchLabel
    ) -> HandMotion {
        let slowness = draw(own[.slowness])
        let duration = sentence.duration.map { draw($0) }
        switch sentence.action {
        case .tap: return tap(sentence, &label)
        case .hold: return HandMotion(duration: duration ?? 0.8 * slowness)
        case .deepPress: return HandMotion(duration: duration ?? 0.6 * slowness)
        case .wander:
            let size = sentence.length ?? 16...33
            func pair(_ range: ClosedRange<Double>) -> Point {
                Point(x: draw(range), y: draw(range))
            }
            var motion = HandMotion(duration: duration ?? 2)
            motion.circles = (pair(size), pair(0.5...2), pair(0...2 * .pi))
            return motion
        case .draw(let name):
            label.shape = name
            return drawing(sentence, name, duration)
        case .swipe where sentence.second != nil:
            return turn(sentence, own, duration, slowness, &label)
        case .drag, .swipe: return stroke(sentence, own, duration, slowness, &label)
        case .pinch, .rotate:
            var motion = HandMotion(
                travel: anywhere(own[.slide]), approach: anywhere(own[.approach]))
            label.scale = sentence.scales.randomElement(using: &random).map { draw($0) }
            label.rotation = sentence.angle.map { angle in
                draw(angle) * (sentence.turns.randomElement(using: &random) ?? 1)
            }
            motion.scale = label.scale ?? 1
            motion.turn = (label.rotation ?? 0) * .pi / 180
            let usual = label.scale == nil ? max(abs(label.rotation ?? 0) / 100, 0.4) : 0.6
            motion.duration = duration ?? usual * slowness
            motion.rest = 0.04
            motion.course = sentence.course ?? .minimumJerk
            return motion
        }
    }

    /// A tap, beside a finger that rests if the sentence has one.
    private mutating func tap(_ sentence: Sentence, _ label: inout TouchLabel) -> HandMotion {
        var motion = HandMotion()
        guard let side = sentence.beside.randomElement(using: &random) else { return motion }
        let aside = draw(-10...10)
        let offset = side.direction.unitVector * -draw(25...45)
        motion.resting = (offset + offset.turned(by: .pi / 2) * (aside / 45), draw(0.3...1.2))
        label.direction = side.direction
        return motion
    }

    /// Adds the finger that rests beside the hand, until some time after the others have lifted.
    private mutating func addRestingFinger(
        _ motion: HandMotion, _ sentence: Sentence, _ own: Person, at start: Double,
        to touch: inout PerformedTouch
    ) {
        guard let resting = motion.resting else { return }
        let lifts = touch.label.end + draw(0.2...0.6)
        let position = motion.start + resting.offset
        touch.fingers.append(
            PerformedFinger(
                lands: start, lifts: lifts, position: { _ in position },
                force: forceCourse(sentence, own, landed: start, duration: lifts - start),
                contact: draw(own[.contact])))
        touch.label.end = lifts
    }

    /// A shape; at a low speed it is drawn more exactly.
    private mutating func drawing(
        _ sentence: Sentence, _ name: String, _ duration: Double?
    ) -> HandMotion {
        guard let shape = DrawnShape(named: name) else { return HandMotion() }
        let haste = sentence.speed.map { $0.upperBound > 300 ? DrawingStyle.Haste.fast : .slow }
        let size = sentence.length.map { draw($0) }
        let path = style.draw(shape, haste ?? .medium, size: size, &random)
        let usual = max(path.last?.time ?? 0, 0.001)
        var motion = HandMotion(duration: duration ?? usual)
        motion.path = path.map { ($0.time * motion.duration / usual, $0.point) }
        return motion
    }

    private mutating func stroke(
        _ sentence: Sentence, _ own: Person, _ duration: Double?, _ slowness: Double,
        _ label: inout TouchLabel
    ) -> HandMotion {
        let isSwipe = sentence.action == .swipe
        let direction = sentence.directions.randomElement(using: &random) ?? .right
        // Eight directions are 45° apart.
        let angle = draw(sentence.isAnyAngle ? -22.5...22.5 : own[.misdirection])
        let vector = direction.unitVector.turned(by: angle * .pi / 180)
        let side = abs(vector.x) * size.width + abs(vector.y) * size.height
        let length = sentence.length.map { draw($0) } ?? min(isSwipe ? 90 : 80, side * 0.6)
        let speed = sentence.speed.map { draw($0) } ?? (isSwipe ? 500 : 120) / slowness
        var motion = HandMotion(travel: vector * length, duration: duration ?? length / speed)
        let hold = sentence.hold.map { draw($0) }
        motion.course = sentence.course ?? (isSwipe && hold == nil ? .flick : .minimumJerk)
        motion.rest = hold ?? (isSwipe ? 0 : draw(own[.rest]))
        motion.arc = draw(own[.arc]) * length
        motion.hook = draw(own[.hook]) * length
        if !sentence.isAnyAngle { label.direction = direction }
        label.travel = motion.travel
        return motion
    }

    /// The position at which the middle of a hand lands.
    private mutating func position(
        _ sentence: Sentence, _ motion: HandMotion, _ grip: Grip
    ) throws(PlacementProblem) -> Point {
        // The positions of the middle, relative to its start.
        let last = motion.approach + motion.travel
        let path =
            [.zero, motion.approach, last, motion.resting?.offset ?? .zero]
            + motion.path.map(\.point)
        let low = Point(x: path.map(\.x).min() ?? 0, y: path.map(\.y).min() ?? 0)
        let high = Point(x: path.map(\.x).max() ?? 0, y: path.map(\.y).max() ?? 0)
        var position = Point(x: size.width / 2, y: size.height / 2) - (low + high) / 2
        switch sentence.place {
        case .at(let point): position = point
        case .near(let sides):
            for side in sides {
                position = position.moved(to: side, of: size, margin: 10 + grip.reach)
            }
        case .anywhere:
            position.x = draw(
                room(low.x, high.x, grip.extent.x, size.width) ?? position.x...position.x)
            position.y = draw(
                room(low.y, high.y, grip.extent.y, size.height) ?? position.y...position.y)
        case nil: break
        }
        // A finger that comes over the side is seen first inside.
        if let edge = sentence.edge {
            position = position.moved(to: edge, of: size, margin: draw(sentence.margin))
        }
        let extent = grip.extent
        let visible = sentence.margin.lowerBound < 0 ? [last] : path
        for point in visible.map({ $0 + position }) {
            guard (extent.x...max(size.width - extent.x, extent.x)).contains(point.x),
                (extent.y...max(size.height - extent.y, extent.y)).contains(point.y)
            else {
                throw PlacementProblem(
                    sentence: sentence,
                    reason: .outside(
                        from: position, to: position + last, reach: grip.reach, of: size))
            }
        }
        return position
    }

    /// The starts of a movement that stays 5 mm inside of a side's length; `nil` if there are none.
    private func room(
        _ low: Double, _ high: Double, _ extent: Double, _ length: Double
    ) -> ClosedRange<Double>? {
        let (first, last) = (extent + 5 - low, length - extent - 5 - high)
        return first < last ? first...last : nil
    }
}

/// The fingers of a hand.
extension Performer {
    private mutating func addHand(
        _ motion: HandMotion, _ grip: Grip, _ sentence: Sentence, _ own: Person,
        at start: Double, to touch: inout PerformedTouch
    ) {
        let count = grip.offsets.count
        let stagger = count > 1 ? draw(own[.stagger]) : 0
        let landed = start + stagger
        let begins = start + stagger * draw(own[.wait])
        let later = (0..<count).map { $0 == 0 ? 0 : draw(own[.ragged]) }
        let lift = max(begins + motion.whole + (later.max() ?? 0), landed + 0.02)
        // Any finger may be the first to lift.
        let lifting = count > 1 ? draw(own[.lifting]) : 0
        let lifts = lifts(of: count, within: lifting)
        let drift = motion.isStill ? anywhere(own[.drift]) : .zero
        // The hand trembles, and its fingers with it.
        let tremor = draw(own[.tremor])
        let frequency = draw(own[.trembling]) * 2 * .pi
        let (phaseX, phaseY) = (draw(0...2 * .pi), draw(0...2 * .pi))
        let drifting = max(min(motion.whole, own.maximum(.drifting)), 0.001)
        for index in 0..<count {
            // The stagger is the time from the first finger to the last one; the others land at any
            // time between them.
            let late = index == 0 ? 0 : index == count - 1 ? stagger : draw(0...stagger)
            let (offset, moves) = (grip.offsets[index], begins + later[index])
            let force = forceCourse(sentence, own, landed: landed, duration: motion.duration)
            let spread = count > 1 && lifting == 0 ? draw(0...0.01) : lifts[index]
            let finger = PerformedFinger(
                lands: start + late, lifts: lift + spread,
                position: { time in
                    let shake = Point(
                        x: .sin(frequency * time + phaseX), y: .sin(frequency * time + phaseY))
                    let drifted = min(max((time - landed) / drifting, 0), 1)
                    return motion.position(offset, at: time - moves) + shake * tremor
                        + drift * drifted
                },
                force: force, contact: draw(own[.contact]))
            touch.fingers.append(finger)
            touch.label.end = max(touch.label.end, finger.lifts)
        }
        touch.label.moves = begins + motion.wait...begins + motion.wait + motion.duration
        touch.label.course = motion.course
    }

    /// The time from the first lift to that of each finger; for one of them it is `time`.
    private mutating func lifts(of count: Int, within time: Double) -> [Double] {
        guard time > 0 else { return Array(repeating: 0, count: count) }
        let between = (2..<count).map { _ in draw(0...time) }
        return ([0, time] + between).shuffled(using: &random)
    }

    /// The positions of the fingers relative to the middle: a circle for a pinch and a rotation,
    /// otherwise a row across the movement.
    private mutating func grip(
        _ sentence: Sentence, _ own: Person, _ motion: HandMotion
    ) -> Grip {
        let count = sentence.fingers
        if sentence.needsTwo {
            let isPinch = sentence.action == .pinch
            let radius = draw(own[isPinch ? motion.scale > 1 ? .closed : .open : .radius])
            let first = draw(own[.tilt]) * .pi / 180
            let offsets = (0..<count).map { index in
                Point(x: radius, y: 0).turned(by: first + 2 * .pi * Double(index) / Double(count))
            }
            let reach = radius * max(motion.scale, 1) * (1 + own.maximum(.pivot))
            return Grip(offsets: offsets, reach: reach, extent: Point(x: reach, y: reach))
        }
        let spacing = draw(own[.spacing])
        let angle = (isUpright(sentence, motion.travel) ? .pi / 2 : 0) + draw(own[.row]) * .pi / 180
        let offsets = (0..<count).map { index in
            let along = (Double(index) - Double(count - 1) / 2) * spacing
            return Point(x: along * .cos(angle), y: along * .sin(angle))
        }
        let extent = offsets.reduce(Point.zero) {
            Point(x: max($0.x, abs($1.x)), y: max($0.y, abs($1.y)))
        }
        return Grip(offsets: offsets, reach: spacing * Double(count - 1) / 2, extent: extent)
    }

    /// Whether the fingers are in a column: across a movement to the side, and along the side that
    /// they come from.
    private func isUpright(_ sentence: Sentence, _ travel: Point) -> Bool {
        guard travel == .zero else { return abs(travel.x) > abs(travel.y) }
        return sentence.edge == .left || sentence.edge == .right
    }

    /// A force that rises in 30 ms to that of a light touch; that of a deep press then rises to 0.9 in
    /// a third of its time, and is light again before the lift.
    private mutating func forceCourse(
        _ sentence: Sentence, _ own: Person, landed: Double, duration: Double
    ) -> @Sendable (Double) -> Double {
        let isDeep = sentence.action == .deepPress
        let light = isDeep ? draw(own[.force]) : sentence.force ?? draw(own[.force])
        let deep = isDeep ? sentence.force ?? 0.9 : light
        return { time in
            let since = time - landed
            let rise = Course.minimumJerk.share(at: (since - duration / 4) / (duration / 3))
            let fall = Course.minimumJerk.share(at: (since - duration * 0.7) / (duration * 0.25))
            return (light + (deep - light) * (rise - fall)) * min(max(0.3 + since / 0.03, 0.3), 1)
        }
    }
}

extension Point {
    /// The point at the given distance from a side.
    fileprivate func moved(to side: SurfaceEdge, of size: SurfaceSize, margin: Double) -> Point {
        switch side {
        case .left: Point(x: margin, y: y)
        case .right: Point(x: size.width - margin, y: y)
        case .top: Point(x: x, y: margin)
        case .bottom: Point(x: x, y: size.height - margin)
        }
    }
}
