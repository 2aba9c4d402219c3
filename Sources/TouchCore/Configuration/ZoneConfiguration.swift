/// A zone: a rectangle of the surface with its own list of gestures.
public struct ZoneConfiguration: Sendable, Hashable {
    /// Its name for clients; `screen` is the whole surface.
    public var name: String
    /// Its rectangle; `nil` is the whole surface.
    public var rect: ZoneRect?
    /// The names or outputs of the devices that have the zone; if empty, all devices have it.
    public var devices: [String] = []
    /// Which fingers its gestures receive.
    public var mask = ZoneMask.gestures
    /// The number of hands that it distinguishes, 1 to `handLimit`; more than one for tables.
    public var hands = 1
    /// With several hands, the maximum distance in mm of a finger from the nearest other one of its
    /// hand, if they land together; 0 means no limit.
    public var handSpan = 200.0
    /// Fingers land together if each lands within this time after the one before.
    public var landingWindow: Duration = .milliseconds(100)
    /// For this time after a finger has lifted while others are down, drag, magnify and rotate do
    /// not begin.
    public var liftQuiet: Duration = .milliseconds(150)
    /// Beside fingers that have been down for longer than this, others tap without affecting their
    /// gestures; 0 means no finger does.
    public var heldAfter: Duration = .milliseconds(500)
    /// The gestures, in the order in which one step asks them: the first that begins wins.
    public let gestures: [ConfiguredGesture]

    /// The maximum number of gestures of a zone: one bit each in the arena's masks.
    public static let gestureLimit = 64
    /// The maximum number of hands that a zone distinguishes.
    public static let handLimit = 8

    /// - Parameters:
    ///   - name: its name for clients.
    ///   - rect: its rectangle; `nil` is the whole surface.
    ///   - gestures: its gestures; at most `gestureLimit`, including the parts of compositions.
    ///   - priority: which gestures are asked before earlier ones of the list.
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

    /// The number of gestures as `gestureLimit` counts them: each gesture, and each part of a
    /// composition.
    public static func nodeCount(of gestures: [ConfiguredGesture]) -> Int {
        gestures.reduce(0) { sum, gesture in
            guard case .composition(let composition) = gesture.definition else { return sum + 1 }
            return sum + 1 + nodeCount(of: composition.parts)
        }
    }
}

/// Which fingers the gestures of a zone receive, and which fingers the zones above it receive.
public enum ZoneMask: String, Sendable, Hashable, CaseIterable {
    /// Its gestures receive the fingers that land in it and in no zone above.
    case gestures
    /// Its gestures receive no fingers; zones above receive theirs.
    case inside
    /// Its gestures receive all fingers that land in it, including those in a zone above.
    case all
    /// As `all`; and a touch of several fingers is its own alone: from the second finger of a hand
    /// on, no zone above has the fingers of that hand.
    case several
    /// No gesture receives the fingers that land in it, not even those of zones above.
    case none

    /// Whether its gestures receive fingers that land in it.
    package var receivesFingers: Bool { self != .inside && self != .none }
    /// Whether its gestures receive fingers that land in a zone above, too.
    package var receivesFingersAbove: Bool { self == .all || self == .several }
}

/// A length of a zone: a fraction of the surface's side, or millimetres.
public enum ZoneLength: Sendable, Hashable {
    /// A fraction of the side, 0 to 1.
    case share(Double)
    /// Millimetres on the calibrated surface.
    case millimetres(Double)

    /// The length in mm, on a side of the given length in mm.
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

    /// The error of a rectangle whose `width` or `height` on the surface is zero.
    package static func message(without length: String) -> String {
        "a zone without \(length) takes no finger"
    }

    /// The error of a rectangle whose distances from two opposite sides leave no length.
    package static func messageOfNoExtent(_ field: String) -> String {
        "\(field) has nothing between its sides"
    }
}

/// The extent of a rectangle along a side of the surface.
public enum ZoneSpan: Sendable, Hashable {
    /// It begins at this distance from the left or the top.
    case fromStart(ZoneLength, length: ZoneLength)
    /// It ends at this distance from the right or the bottom.
    case fromEnd(ZoneLength, length: ZoneLength)
    /// It has these distances from the left or top, and from the right or bottom.
    case between(ZoneLength, ZoneLength)

    /// The whole side.
    public static let whole = ZoneSpan.fromStart(.share(0), length: .share(1))

    /// Its start and end in mm from the left or top, on a side of the given length in mm.
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
/// Points on its left and top side are in the zone. Points on its right and bottom side are not,
/// unless these are sides of the surface.
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

    /// The distance between the bounds and a point, in mm; 0 if the point is inside.
    func distance(to point: Point) -> Double {
        let across = max(left - point.x, point.x - right, 0)
        let down = max(top - point.y, point.y - bottom, 0)
        return (across * across + down * down).squareRoot()
    }

    /// Zero for bounds that begin at the side of the surface: if they are given from the other
    /// side, they may miss it by a rounding error.
    private static func start(_ start: Double) -> Double {
        abs(start) <= 1e-6 ? 0 : start
    }

    /// Infinity for bounds that reach the side of the surface, so that they include it: 0.92 and
    /// 0.08 may miss it by a rounding error.
    private static func end(_ end: Double, side: Double) -> Double {
        end >= side - 1e-6 ? .infinity : end
    }
}
