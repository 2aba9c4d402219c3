/// A part of the surface with gestures of its own.
public struct ZoneConfiguration: Sendable, Hashable {
    /// What clients know it by; `screen` is the whole surface.
    public var name: String
    /// Where it lies; `nil` is the whole surface.
    public var rect: ZoneRect?
    /// Names or outputs of the devices that have it; empty: every device.
    public var devices: [String] = []
    /// Which fingers its gestures receive.
    public var mask = ZoneMask.gestures
    /// How many contact sequences it keeps apart, 1 to `handLimit`: for tables.
    public var hands = 1
    /// Fingers that land within this time of the last one land together.
    public var landingWindow: Duration = .milliseconds(100)
    /// After a lift that leaves fingers, drag, magnify and rotate begin nothing for so long.
    public var liftQuiet: Duration = .milliseconds(150)
    /// In the order in which one step asks them; the first to begin wins.
    public let gestures: [ConfiguredGesture]

    /// The most gestures of a zone: one bit each in the arena's masks.
    public static let gestureLimit = 64
    /// The most contact sequences that a zone keeps apart.
    public static let handLimit = 8

    /// - Parameters:
    ///   - name: what clients know it by.
    ///   - rect: where it lies; `nil` is the whole surface.
    ///   - gestures: at most `gestureLimit`, the parts of compositions counted too.
    ///   - priority: which of them are asked before others, wherever the list has them.
    public init(
        name: String, rect: ZoneRect? = nil, gestures: [ConfiguredGesture],
        priority: GesturePriority = .narrow
    ) {
        precondition(
            Self.nodeCount(of: gestures) <= Self.gestureLimit,
            "a zone has at most \(Self.gestureLimit) gestures")
        self.name = name
        self.rect = rect
        self.gestures = priority.order(of: gestures).map { gestures[$0] }
    }

    /// How many of the `gestureLimit` gestures take: each one, and each part of a composition.
    public static func nodeCount(of gestures: [ConfiguredGesture]) -> Int {
        gestures.reduce(0) { sum, gesture in
            guard case .composition(let composition) = gesture.definition else { return sum + 1 }
            return sum + 1 + nodeCount(of: composition.parts)
        }
    }
}

/// Which fingers the gestures of a zone receive, and which those of the zones above it.
public enum ZoneMask: String, Sendable, Hashable, CaseIterable {
    /// Its own gestures receive the fingers that land in it, and in no zone above.
    case gestures
    /// Its own gestures receive nothing; those of zones above receive theirs.
    case inside
    /// Its own gestures also receive the fingers that land in it where a zone lies above.
    case all
    /// Nobody receives the fingers that land in it, zones above included.
    case none
}

/// A length of a zone: a share of the surface's side, or millimetres.
public enum ZoneLength: Sendable, Hashable {
    /// 0 to 1.
    case share(Double)
    /// On the calibrated surface.
    case millimetres(Double)

    /// In millimetres, on a side so long.
    func millimetres(of side: Double) -> Double {
        switch self {
        case .share(let share): share * side
        case .millimetres(let length): length
        }
    }
}

/// Where a zone lies on the surface, after calibration and rotation.
public struct ZoneRect: Sendable, Hashable {
    /// From left to right.
    public var horizontal: ZoneSpan
    /// From top to bottom.
    public var vertical: ZoneSpan

    /// A rectangle by what it covers of each side.
    public init(horizontal: ZoneSpan, vertical: ZoneSpan) {
        self.horizontal = horizontal
        self.vertical = vertical
    }

    /// A rectangle that begins at `x` and `y`, and reaches `width` to the right and `height` down.
    public init(x: ZoneLength, y: ZoneLength, width: ZoneLength, height: ZoneLength) {
        self.init(
            horizontal: .fromStart(x, length: width), vertical: .fromStart(y, length: height))
    }

    /// What is wrong with a rectangle that has no `width` or no `height`.
    package static func sentence(without length: String) -> String {
        "a zone without \(length) takes no finger"
    }

    /// What is wrong with a rectangle whose distances from two sides leave nothing.
    package static func sentenceOfNothingBetweenSides(_ field: String) -> String {
        "\(field) has nothing between its sides"
    }
}

/// What a rectangle covers of a side of the surface.
public enum ZoneSpan: Sendable, Hashable {
    /// It begins so far from the left, or the top.
    case fromStart(ZoneLength, length: ZoneLength)
    /// It ends so far from the right, or the bottom.
    case fromEnd(ZoneLength, length: ZoneLength)
    /// It keeps these distances: from the left or top, and from the right or bottom.
    case between(ZoneLength, ZoneLength)

    /// All of the side.
    public static let whole = ZoneSpan.fromStart(.share(0), length: .share(1))

    /// Where it begins and ends on a side so long, in mm from the left or top.
    package func millimetres(of side: Double) -> (start: Double, end: Double) {
        switch self {
        case .fromStart(let distance, let length):
            let start = distance.millimetres(of: side)
            return (start, start + length.millimetres(of: side))
        case .fromEnd(let distance, let length):
            let end = side - distance.millimetres(of: side)
            return (end - length.millimetres(of: side), end)
        case .between(let before, let after):
            return (before.millimetres(of: side), side - after.millimetres(of: side))
        }
    }
}

/// Where a zone lies on a surface, in millimetres.
///
/// Left and top belong to it, right and bottom to its neighbour, but for the surface's own sides.
struct ZoneBounds: Sendable {
    let left: Double
    let top: Double
    let right: Double
    let bottom: Double

    /// - Parameter rect: `nil` is the whole surface.
    init(_ rect: ZoneRect?, on surface: Surface) {
        guard let rect else {
            (left, top, right, bottom) = (-.infinity, -.infinity, .infinity, .infinity)
            return
        }
        let across = rect.horizontal.millimetres(of: surface.width)
        let down = rect.vertical.millimetres(of: surface.height)
        left = Self.start(across.start)
        top = Self.start(down.start)
        right = Self.end(across.end, side: surface.width)
        bottom = Self.end(down.end, side: surface.height)
    }

    func contains(_ point: Point) -> Bool {
        point.x >= left && point.x < right && point.y >= top && point.y < bottom
    }

    /// How far a point is from it; 0 within.
    func distance(to point: Point) -> Double {
        let across = max(left - point.x, point.x - right, 0)
        let down = max(top - point.y, point.y - bottom, 0)
        return (across * across + down * down).squareRoot()
    }

    /// What begins at the side of the surface takes it in: one that is anchored at the other side may
    /// miss it by a rounding.
    private static func start(_ start: Double) -> Double {
        abs(start) <= 1e-6 ? 0 : start
    }

    /// What reaches the side of the surface takes it in; 0.92 and 0.08 may miss it by a rounding.
    private static func end(_ end: Double, side: Double) -> Double {
        end >= side - 1e-6 ? .infinity : end
    }
}
