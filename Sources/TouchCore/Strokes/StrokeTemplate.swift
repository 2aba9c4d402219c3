/// The name of a shape: 1 to 24 of A–Z a–z 0–9 _ . -
///
/// Stored in three integers without reference counting, because the values of a gesture, which
/// contain it, are copied with every event.
public struct StrokeName: Sendable, Hashable, CustomStringConvertible {
    /// The maximum number of bytes.
    public static let longest = 24

    /// The bytes, eight in each integer, from its lowest byte on; 0 after the last.
    @usableFromInline package let words: (UInt64, UInt64, UInt64)

    /// Creates a name; `nil` if `text` is not a valid one.
    public init?(_ text: String) {
        let bytes = text.utf8
        guard (1...Self.longest).contains(bytes.count) else { return nil }
        var words: (UInt64, UInt64, UInt64) = (0, 0, 0)
        for (index, byte) in bytes.enumerated() {
            guard GestureNaming.isNameByte(byte) else { return nil }
            let bits = UInt64(byte) << UInt64(index % 8 * 8)
            switch index / 8 {
            case 0: words.0 |= bits
            case 1: words.1 |= bits
            default: words.2 |= bits
            }
        }
        self.words = words
    }

    /// Calls `body` with each byte, in order.
    @inlinable
    package func forEachByte(_ body: (UInt8) -> Void) {
        for index in 0..<Self.longest {
            let word = index < 8 ? words.0 : index < 16 ? words.1 : words.2
            let byte = UInt8(truncatingIfNeeded: word >> UInt64(index % 8 * 8))
            guard byte != 0 else { return }
            body(byte)
        }
    }

    /// The name as text.
    public var description: String {
        var bytes: [UInt8] = []
        forEachByte { bytes.append($0) }
        return String(decoding: bytes, as: UTF8.self)
    }

    public static func == (left: Self, right: Self) -> Bool { left.words == right.words }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(words.0)
        hasher.combine(words.1)
        hasher.combine(words.2)
    }
}

/// A shape that can be drawn, with examples.
public struct StrokeTemplate: Sendable, Hashable {
    /// Its name for clients.
    public let name: StrokeName
    /// Drawings of the shape: the parts of each, and the points of each part, in order, in any unit;
    /// y points down. A finger draws a part from a landing to the lift. A part of one point is a dot.
    public let drawings: [[[Point]]]

    /// Creates a shape of drawings of one part; `nil` if there is no drawing, there are more than
    /// `exampleLimit`, or one cannot be compared.
    ///
    /// - Parameters:
    ///   - name: its name for clients.
    ///   - examples: the points of each drawing, in order.
    public init?(_ name: StrokeName, examples: [[Point]]) {
        self.init(name, drawings: examples.map { [$0] })
    }

    /// Creates a shape whose drawings may have several parts; `nil` if there is no drawing, there
    /// are more than `exampleLimit`, or one cannot be compared.
    ///
    /// - Parameters:
    ///   - name: its name for clients.
    ///   - drawings: the parts of each drawing, at most `partLimit`.
    public init?(_ name: StrokeName, drawings: [[[Point]]]) {
        guard (1...Self.exampleLimit).contains(drawings.count),
            drawings.allSatisfy({ Self.problem(withParts: $0) == nil })
        else { return nil }
        self.name = name
        self.drawings = drawings
    }

    /// The points of each drawing, those of its parts one after another.
    public var examples: [[Point]] { drawings.map { Array($0.joined()) } }

    /// Maximum number of shapes of one gesture.
    public static let templateLimit = 64
    /// Maximum number of drawings of one shape.
    public static let exampleLimit = 16
    /// Maximum number of parts of one drawing.
    public static let partLimit = 3
    /// Maximum number of points of one drawing.
    public static let pointLimit = 2_048
    /// Maximum absolute value of a coordinate.
    public static let coordinateLimit = 1e6
}

extension StrokeTemplate {
    /// Why a drawing cannot be compared.
    package enum Problem: Sendable, Hashable {
        /// It has this number of parts, which is not allowed.
        case parts(Int)
        /// The part at this index has no point.
        case emptyPart(at: Int)
        /// It has this number of points, which is not allowed.
        case points(Int)
        /// A coordinate of the point at this index is not a number, or exceeds `coordinateLimit`.
        case coordinate(at: Int)
        /// All its points are the same.
        case still
        /// It is a straight line, so that drags and swipes would match it.
        case straight
        /// All its parts are dots, so that taps would match it.
        case dots
    }

    /// Why a drawing of one part cannot be compared; `nil` if it can.
    package static func problem(with points: [Point]) -> Problem? { problem(withParts: [points]) }

    /// Why a drawing cannot be compared; `nil` if it can.
    package static func problem(withParts parts: [[Point]]) -> Problem? {
        guard (1...partLimit).contains(parts.count) else { return .parts(parts.count) }
        let points = Array(parts.joined())
        guard (2...pointLimit).contains(points.count) else { return .points(points.count) }
        if let index = parts.firstIndex(where: \.isEmpty) { return .emptyPart(at: index) }
        let limit = coordinateLimit
        // `!(… <= limit)` is also true for NaN.
        if let index = points.firstIndex(where: { !(abs($0.x) <= limit && abs($0.y) <= limit) }) {
            return .coordinate(at: index)
        }
        guard let shape = StrokeVector(parts, count: StrokeMatcher.pointRange.lowerBound) else {
            return .still
        }
        guard parts.count == 1 else { return shape.hasOnlyDots ? .dots : nil }
        return shape.lineScore >= straightScore ? .straight : nil
    }

    /// The minimum similarity to a line of a drawing that counts as straight.
    private static let straightScore = 0.9
}
