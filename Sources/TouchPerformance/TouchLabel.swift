public import TouchCore

/// What a performed touch was meant to be.
public struct TouchLabel: Sendable, Equatable {
    /// The kind of gesture, in the words of the configuration.
    public var gesture: GestureKind
    /// When its first finger landed, in s.
    public var start: Double
    /// When its last finger lifted, in s.
    public var end: Double
    /// The number of fingers.
    public var fingers: Int
    /// The number of taps; `nil` for another gesture.
    public var count: Int?
    /// The direction of a drag or a swipe.
    public var direction: SwipeDirection?
    /// The scale of a pinch.
    public var scale: Double?
    /// The rotation, in degrees, clockwise.
    public var rotation: Double?

    init(_ sentence: Sentence, start: Double, end: Double) {
        (self.start, self.end, fingers) = (start, end, sentence.fingers)
        switch sentence.action {
        case .tap(let count): (gesture, self.count) = (.tap, count)
        case .hold: gesture = .longPress
        case .drag(let direction): (gesture, self.direction) = (.drag, direction)
        case .swipe(let direction): (gesture, self.direction) = (.swipe, direction)
        case .pinch(let scale): (gesture, self.scale) = (.magnify, scale)
        case .rotate(let degrees): (gesture, rotation) = (.rotate, degrees)
        case .deepPress: gesture = .deepPress
        }
    }

    /// The label as a line of a recording: a comment that readers of evemu skip.
    var comment: String {
        var words = [
            "# touch \(Self.text(start))-\(Self.text(end)) \(gesture.rawValue)",
            "fingers=\(fingers)",
        ]
        if let count { words.append("count=\(count)") }
        if let direction { words.append("direction=\(direction.rawValue)") }
        if let scale { words.append("scale=\(Self.text(scale))") }
        if let rotation { words.append("rotation=\(Self.text(rotation))") }
        return words.joined(separator: " ")
    }

    /// A number with three decimals.
    private static func text(_ value: Double) -> String {
        let thousandths = Int((abs(value) * 1_000).rounded())
        let digits = String(thousandths % 1_000)
        return (value < 0 ? "-" : "") + "\(thousandths / 1_000)."
            + String(repeating: "0", count: 3 - digits.count) + digits
    }
}

/// A touch that does not fit on the surface.
public struct PlacementProblem: Error, Sendable {
    var sentence: Sentence
    var from: Point
    var to: Point
    var size: SurfaceSize

    /// What is wrong, and what to do.
    public var description: String {
        func text(_ point: Point) -> String {
            "\(Int(point.x.rounded())),\(Int(point.y.rounded()))"
        }
        return """
            the touch at column \(sentence.column) leaves the panel of \(Int(size.width.rounded())) × \
            \(Int(size.height.rounded())) mm: it goes from \(text(from)) to \(text(to)) mm
              Write a shorter length, another place with at X,Y, or fewer fingers
            """
    }
}
