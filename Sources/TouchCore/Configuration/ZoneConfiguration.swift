/// A part of the surface with gestures of its own.
public struct ZoneConfiguration: Sendable, Hashable {
    /// Its name for clients; `screen` is the whole surface.
    public var name: String
    /// Its rectangle; `nil` is the whole surface.
    public var rect: ZoneRect?
    /// Names or outputs of the devices that have it; if empty, all devices.
    public var devices: [String] = []
    /// Which fingers its gestures receive.
    public var mask = ZoneMask.gestures
    /// The number of hands that it keeps apart, 1 to `handLimit`: for tables.
    public var hands = 1
    /// Fingers that land within this time of the last one land together.
    public var landingWindow: Duration = .milliseconds(100)
    /// For this long after a lift that leaves fingers, drag, magnify and rotate do not begin.
    public var liftQuiet: Duration = .milliseconds(150)
    /// In the order in which one step asks them; the first to begin wins.
    public let gestures: [ConfiguredGesture]

    /// The maximum number of gestures of a zone: one bit each in the arena's masks.
    public static let gestureLimit = 64
    /// The maximum number of hands that a zone keeps apart.
    public static let handLimit = 8

    /// - Parameters:
    ///   - name: its name for clients.
    ///   - rect: its rectangle; `nil` is the whole surface.
    ///   - gestures: at most `gestureLimit`, including the parts of compositions.
    ///   - priority: which of them are asked before others, independent of the list.
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

    /// How many of the `gestureLimit` gestures use: one for each gesture, and for each part of a
    /// composition.
    public static func nodeCount(of gestures: [ConfiguredGesture]) -> Int {
        gestures.reduce(0) { sum, gesture in
            guard case .composition(let composition) = gesture.definition else { return sum + 1 }
            return sum + 1 + nodeCount(of: composition.parts)
        }
    }
}

/// Which fingers the gestures of a zone receive, and which those of the zones above it.
public enum ZoneMask: String, Sendable, Hashable, CaseIterable {
    /// Its own gestures receive the fingers that land in it and in no zone above.
    case gestures
    /// Its own gestures receive no fingers; those of zones above receive theirs.
    case inside
    /// Its own gestures also receive the fingers that land in it and in a zone above.
    case all
    /// No gesture receives the fingers that land in it, zones above included.
    case none
}

/// A length of a zone: a fraction of the surface's side, or millimetres.
public enum ZoneLength: Sendable, Hashable {
    /// 0 to 1.
    case share(Double)
    /// On the calibrated surface.
    case millimetres(Double)

    /// In millimetres, on a side of that length.
    func millimetres(of side: Double) -> Double {
        switch self {
        case .share(let share): share * side
        case .millimetres(let length): length
        }
    }
}

/// The rectangle of a zone on the surface, after calibration and rotation.
public struct ZoneRect: Sendable, Hashable {
    /// From left to right.
    public var horizontal: ZoneSpan
    /// From top to bottom.
    public var vertical: ZoneSpan

    /// Creates a rectangle from its spans of both sides.
    public init(horizontal: ZoneSpan, vertical: ZoneSpan) {
        self.horizontal = horizontal
        self.vertical = vertical
    }

    /// Creates a rectangle that begins at `x` and `y`, and extends `width` to the right and
    /// `height` down.
    public init(x: ZoneLength, y: ZoneLength, width: ZoneLength, height: ZoneLength) {
        self.init(
            horizontal: .fromStart(x, length: width), vertical: .fromStart(y, length: height))
    }

    /// The error of a rectangle without `width` or `height`.
    package static func sentence(without length: String) -> String {
        "a zone without \(length) takes no finger"
    }

    /// The error of a rectangle whose distances from two sides leave no length.
    package static func sentenceOfNothingBetweenSides(_ field: String) -> String {
        "\(field) has nothing between its sides"
    }
}

/// The extent of a rectangle along a side of the surface.
public enum ZoneSpan: Sendable, Hashable {
    /// It begins at this distance from the left or the top.
    case fromStart(ZoneLength, length: ZoneLength)
    /// It ends at this distance from the right or the bottom.
    case fromEnd(ZoneLength, length: ZoneLength)
    /// It keeps these distances: from the left or top, and from the right or bottom.
    case between(ZoneLength, ZoneLength)

    /// The whole side.
    public static let whole = ZoneSpan.fromStart(.share(0), length: .share(1))

    /// Its beginning and end on a side of that length, in mm from the left or top.
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

/// The bounds of a zone on a surface, in millimetres.
///
/// Left and top belong to it, right and bottom to its neighbour, except for the surface's own
/// sides.
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

    /// The distance of a point from it; 0 inside.
    func distance(to point: Point) -> Double {
        let across = max(left - point.x, point.x - right, 0)
        let down = max(top - point.y, point.y - bottom, 0)
        return (across * across + down * down).squareRoot()
    }

    /// Bounds that begin at the side of the surface include it: those anchored at the other side
    /// may miss it by a rounding error.
    private static func start(_ start: Double) -> Double {
        abs(start) <= 1e-6 ? 0 : start
    }

    /// Bounds that reach the side of the surface include it; 0.92 and 0.08 may miss it by a
    /// rounding error.
    private static func end(_ end: Double, side: Double) -> Double {
        end >= side - 1e-6 ? .infinity : end
    }
}
