public import TouchCore

/// The gesture that a performed touch represents.
public struct TouchLabel: Sendable, Equatable {
    /// The kind of gesture, in the words of the configuration.
    public var gesture: GestureKind
    /// When its first finger landed, in s.
    public var start: Double
    /// When its last finger lifted, in s.
    public var end: Double
    /// The number of fingers.
    public var fingers: Int
    /// The side of the surface from which the fingers come.
    public var edge: SurfaceEdge?
    /// Whether the fingers land so far inside that they do not come from the edge.
    var isInside = false
    /// The number of taps; `nil` for another gesture.
    public var count: Int?
    /// The direction of a drag or a swipe.
    public var direction: SwipeDirection?
    /// The direction of the second part of a swipe.
    public var second: SwipeDirection?
    /// Whether the fingers stay down at the last tap, or rest at the end of a swipe.
    var isHeld = false
    /// The displacement of a drag or a swipe, in mm.
    public var travel: Point?
    /// The scale of a pinch.
    public var scale: Double?
    /// The rotation, in degrees, clockwise; a pinch can have one, too.
    public var rotation: Double?
    /// The shape of a stroke.
    public var shape: String?
    /// The start and the end of the hand's movement, in s.
    var moves: ClosedRange<Double>?
    /// How the position of the hand changes from that start to that end.
    var course = Course.minimumJerk

    init(_ sentence: Sentence, start: Double) {
        (self.start, end, fingers) = (start, start, sentence.fingers)
        edge = sentence.edge
        isInside = sentence.margin.lowerBound > 5
        switch sentence.action {
        case .tap(let count): (gesture, self.count) = (.tap, count)
        case .hold: gesture = .longPress
        case .drag, .wander: gesture = .drag
        case .swipe: gesture = .swipe
        case .pinch: gesture = .magnify
        case .rotate: gesture = .rotate
        case .deepPress: gesture = .deepPress
        case .draw: gesture = .stroke
        }
        isHeld = sentence.hold != nil
        if isHeld, count == nil { gesture = .swipeHold }
        second = sentence.second
    }

    /// The label as a line of a recording: a comment that readers of evemu skip.
    var comment: String {
        var words = [
            "# touch \(Self.text(start))-\(Self.text(end)) \(gesture.rawValue)",
            "fingers=\(fingers)",
        ]
        if let edge { words.append("edge=\(isInside ? "none" : edge.rawValue)") }
        if let count { words.append("count=\(count)") }
        if let direction { words.append("direction=\(direction.rawValue)") }
        if let second { words.append("second_direction=\(second.rawValue)") }
        if isHeld, count != nil { words.append("hold=yes") }
        if let scale { words.append("scale=\(Self.text(scale))") }
        if let rotation { words.append("rotation=\(Self.text(rotation))") }
        if let shape { words.append("shape=\(shape.split(separator: " ").joined(separator: "-"))") }
        if let travel {
            words.append("travel=\(Self.text(travel.x)),\(Self.text(travel.y))")
            let moves = moves ?? start...end
            words.append("moves=\(Self.text(moves.lowerBound))-\(Self.text(moves.upperBound))")
            words.append("course=\(course.rawValue)")
        }
        return words.joined(separator: " ")
    }

    /// A number with three decimals.
    private static func text(_ value: Double) -> String {
        let thousandths = Int((abs(value) * 1_000).rounded())
        let digits = String(1_000 + thousandths % 1_000).dropFirst()
        return "\(value < 0 ? "-" : "")\(thousandths / 1_000).\(digits)"
    }
}

/// A touch that cannot be performed on a panel.
public struct PlacementProblem: Error, Sendable {
    /// Why it cannot be performed.
    enum Reason: Sendable {
        /// It leaves the surface. `from` and `to` are the first and the last position of the middle
        /// of the hand, `reach` is the maximum distance of a finger from it, in mm.
        case outside(from: Point, to: Point, reach: Double, of: SurfaceSize)
        /// With it the recording has too many touches, or is too long.
        case tooMuch
    }

    var sentence: Sentence
    var reason: Reason

    /// The line of the sentence, from 1.
    public var line: Int { sentence.line }
    /// The column of its gesture, from 1.
    public var column: Int { sentence.column }

    /// The error, in one line.
    public var problem: String {
        guard case .outside(let from, let to, let reach, let size) = reason else {
            return "a recording has at most \(Performer.touchLimit) touches, and lasts an hour"
        }
        func text(_ point: Point) -> String { "\(Self.integer(point.x)),\(Self.integer(point.y))" }
        let hand = reach > 0 ? ", with fingers up to \(Self.integer(reach)) mm from there" : ""
        let movement =
            from == to ? "lands at \(text(from))" : "goes from \(text(from)) to \(text(to))"
        return """
            the touch leaves the panel of \(Self.integer(size.width)) × \
            \(Self.integer(size.height)) mm: it \(movement) mm\(hand)
            """
    }

    /// What to write instead.
    public var advice: String {
        guard case .outside(let from, let to, let reach, _) = reason else {
            return "Write fewer touches, or shorter ones"
        }
        if from != to, sentence.edge != nil {
            return "Write a direction away from the side that it comes from, or a shorter length"
        }
        if from != to || sentence.isDrawn {
            return "Write a shorter length, or another place with at X,Y"
        }
        if reach == 0 { return "Write another place with at X,Y" }
        return sentence.needsTwo
            ? "Write another place with at X,Y, or a smaller scale"
            : "Write another place with at X,Y, or fewer fingers"
    }

    private static func integer(_ mm: Double) -> Int { Int(min(max(mm, -1e6), 1e6).rounded()) }
}
