/// A measured value that missed a threshold, so that a gesture was not recognised.
public struct UnmetThreshold: Sendable, Hashable {
    /// The required relation of the value to the limit.
    public enum Bound: Sendable, Hashable {
        /// The limit or more.
        case atLeast
        /// The limit or less.
        case atMost
        /// More than the limit.
        case moreThan
    }

    /// The quantity that was measured.
    public var quantity: Quantity
    /// The measured value, in the unit of `quantity`.
    public var value: Double
    /// The required relation of `value` to `limit`.
    public var bound: Bound
    /// The threshold, in the unit of `value`.
    public var limit: Double

    /// Creates a value that misses its limit, both in the unit of `quantity`.
    public init(quantity: Quantity, value: Double, bound: Bound, limit: Double) {
        self.quantity = quantity
        self.value = value
        self.bound = bound
        self.limit = limit
    }

    /// Whether `value` misses `limit`.
    public var isMissed: Bool {
        switch bound {
        case .atLeast: !(value >= limit)
        case .atMost: !(value <= limit)
        case .moreThan: !(value > limit)
        }
    }
}

extension UnmetThreshold {
    /// A measured quantity, and its text for users.
    ///
    /// Each quantity is a constant in the file of its kind, beside the code that measures it; those
    /// of several kinds are in this file. `GestureThresholds.quantities` has the quantities of a
    /// kind in the order in which they are checked.
    public struct Quantity: Sendable, Hashable, CaseIterable, CustomStringConvertible {
        /// The unit of its values.
        package enum Unit: String, Sendable {
            case millimetres = "mm"
            case seconds = "s"
            case speed = "mm/s"
            case degrees
            case none = ""
        }

        /// Properties of a quantity besides its text.
        package struct Traits: OptionSet, Sendable {
            package let rawValue: UInt8

            package init(rawValue: UInt8) { self.rawValue = rawValue }

            /// It may grow after the threshold was missed, because the fingers move on. Only for
            /// gestures of a whole hand.
            package static var growsWithTravel: Self { .init(rawValue: 1 << 0) }
            /// It grows until the first lift, even after the threshold was missed.
            package static var growsUntilLift: Self { .init(rawValue: 1 << 1) }
            /// Its limit grows with the displacement. Attempts are compared by value, because as
            /// fractions of their limit the first, smallest movements would be nearest.
            package static var limitGrows: Self { .init(rawValue: 1 << 2) }
        }

        // Recognisers create quantities as they compare: without allocation or reference counting.
        private let name: StaticString
        /// The words before the value: `a finger moved`.
        package let words: StaticString
        /// The unit of the value.
        package let unit: Unit
        /// The minimum number of decimal places of the value.
        package let places: Int8
        /// The member of the configuration that sets the limit, or a description of the limit;
        /// empty if it is fixed.
        package let source: StaticString
        /// Properties besides its text.
        package let traits: Traits

        init(
            _ name: StaticString, _ words: StaticString, _ unit: Unit, places: Int8,
            source: StaticString, _ traits: Traits = []
        ) {
            self.name = name
            self.words = words
            self.unit = unit
            self.places = places
            self.source = source
            self.traits = traits
        }

        /// The quantities of all kinds, each once.
        public static var allCases: [Quantity] {
            GestureKind.allCases.flatMap(\.quantities).reduce(into: []) { all, quantity in
                if !all.contains(quantity) { all.append(quantity) }
            }
        }

        /// Its name: `travel`.
        public var description: String { "\(name)" }

        /// Compares names, which are unique.
        public static func == (left: Self, right: Self) -> Bool {
            left.description == right.description
        }

        public func hash(into hasher: inout Hasher) { hasher.combine(description) }
    }
}

/// Quantities of several kinds.
extension UnmetThreshold.Quantity {
    /// The maximum distance of a finger from its landing point, in mm.
    public static var travel: Self {
        Self(
            "travel", "a finger moved", .millimetres, places: 1, source: "maximum_distance",
            .growsWithTravel)
    }
    /// The displacement of the fingers' centre, along the axis that counts, in mm.
    public static var distance: Self {
        Self("distance", "moved", .millimetres, places: 1, source: "minimum_distance")
    }
    /// The radius of the fingers, in mm.
    public static var radius: Self {
        Self("radius", "the radius was", .millimetres, places: 1, source: "minimum_radius")
    }
}

/// Unmet thresholds for recognisers. A recogniser may compare other numbers, such as squares. If
/// the value meets its limit by a rounding error, the nearest value that misses it is used.
extension UnmetThreshold {
    /// A value below its minimum.
    static func below(_ quantity: Quantity, _ value: Double, _ limit: Double) -> UnmetThreshold {
        UnmetThreshold(
            quantity: quantity, value: lesser(value, limit.nextDown), bound: .atLeast, limit: limit)
    }

    /// A value above its maximum.
    static func above(_ quantity: Quantity, _ value: Double, _ limit: Double) -> UnmetThreshold {
        UnmetThreshold(
            quantity: quantity, value: greater(value, limit.nextUp), bound: .atMost, limit: limit)
    }

    /// A time below its minimum, both in microseconds.
    static func below(_ quantity: Quantity, us: Int64, _ limitUs: Int64) -> UnmetThreshold {
        .below(quantity, Double(us) / 1e6, Double(limitUs) / 1e6)
    }

    /// A time above its maximum, both in microseconds.
    static func above(_ quantity: Quantity, us: Int64, _ limitUs: Int64) -> UnmetThreshold {
        .above(quantity, Double(us) / 1e6, Double(limitUs) / 1e6)
    }
}

/// The former name of `UnmetThreshold`.
@available(*, deprecated, renamed: "UnmetThreshold")
public typealias Shortfall = UnmetThreshold
