import GestureWire

/// A part of the surface whose gestures are sent to this client only.
public struct ClientZone: Sendable, Hashable {
    /// A gesture of the zone, as in the configuration.
    public struct Gesture: Sendable, Hashable {
        /// The kind of gesture.
        public let kind: GestureUpdate.Kind
        /// Its thresholds, by their names in the configuration.
        public let thresholds: [RequestValue.Member]
        /// Its other options: `name`, `waits_for`, `simultaneous`, `cooldown`.
        public let options: [RequestValue.Member]

        /// - Parameters:
        ///   - kind: the kind of gesture.
        ///   - name: the name in its updates. If `nil`, the kind.
        ///   - thresholds: by their names in the configuration, such as `["fingers": 2]`.
        ///   - options: `waits_for`, `simultaneous`, `cooldown`.
        public init(
            _ kind: GestureUpdate.Kind, name: String? = nil,
            _ thresholds: KeyValuePairs<String, RequestValue> = [:],
            options: KeyValuePairs<String, RequestValue> = [:]
        ) {
            self.kind = kind
            self.thresholds = thresholds.map { .init($0.key, $0.value) }
            self.options =
                (name.map { [.init("name", .text($0))] } ?? [])
                + options.map { .init($0.key, $0.value) }
        }
    }

    /// Which gestures of the zone take precedence if one step decides several.
    public enum Priority: String, Sendable, Hashable {
        /// A gesture with a name before a more general one of its kind.
        case narrow
        /// In the order of the list.
        case list
    }

    /// The value of `zone` in updates: 1 to 64 letters, digits, `_`, `.`, `-`.
    public var name: String
    /// The left edge, as a fraction of the width, 0 to 1.
    public var x: Double
    /// The top edge, as a fraction of the height, 0 to 1.
    public var y: Double
    /// Fraction of the width.
    public var width: Double
    /// Fraction of the height.
    public var height: Double
    /// Names, which may contain `*` and `?`, or outputs. If `nil`, every touchscreen.
    public var devices: [String]?
    /// The gestures that are recognised in the zone.
    public var gestures: [Gesture]
    /// Which gestures take precedence. If `nil`, the default of the daemon (`narrow`).
    public var priority: Priority?

    /// A zone on every touchscreen; lengths are fractions of the surface, from the top left.
    ///
    /// - Parameters:
    ///   - name: the value of `zone` in updates.
    ///   - x: its left edge, 0 to 1.
    ///   - y: its top edge, 0 to 1.
    ///   - width: 0 to 1.
    ///   - height: 0 to 1.
    ///   - gestures: the gestures that are recognised in it.
    public init(
        _ name: String, x: Double, y: Double, width: Double, height: Double, gestures: [Gesture]
    ) {
        self.name = name
        self.x = x
        self.y = y
        self.width = width
        self.height = height
        self.gestures = gestures
    }
}

extension ClientZone {
    /// The members of the request.
    var members: [RequestValue.Member] {
        var members: [RequestValue.Member] = [
            .init(ZoneRequestMember.name, .text(name)), rect,
            .init(ZoneRequestMember.gestures, .list(gestures.map(\.value))),
        ]
        if let devices {
            members.append(
                .init(ZoneRequestMember.devices, .list(devices.map(RequestValue.text))))
        }
        if let priority {
            members.append(.init(ZoneRequestMember.priority, .text(priority.rawValue)))
        }
        return members
    }

    /// The position and size.
    var rect: RequestValue.Member {
        .init(
            ZoneRequestMember.rect,
            [
                "x": .number(x), "y": .number(y), "width": .number(width),
                "height": .number(height),
            ])
    }
}

extension ClientZone.Gesture {
    fileprivate var value: RequestValue {
        .object([.init(kind.rawValue, .object(thresholds))] + options)
    }
}

/// A value in a request, written as a literal: `["fingers": 2, "minimum_distance": "12mm"]`.
public enum RequestValue: Sendable, Hashable {
    /// A Boolean.
    case flag(Bool)
    /// An integer.
    case integer(Int64)
    /// A number; the daemon rejects values that are not finite.
    case number(Double)
    /// A string; values with a unit are strings, too.
    case text(String)
    /// An array.
    case list([RequestValue])
    /// An object with ordered members.
    case object([Member])

    /// A name and its value.
    public struct Member: Sendable, Hashable {
        /// The name.
        public let name: String
        /// The value.
        public let value: RequestValue

        /// A member with a name and a value.
        public init(_ name: String, _ value: RequestValue) {
            self.name = name
            self.value = value
        }

        /// A member of the protocol.
        init(_ member: some WireMember, _ value: RequestValue) {
            self.init(member.rawValue, value)
        }
    }

    /// The value as JSON.
    var json: String {
        switch self {
        case .flag(let flag): "\(flag)"
        case .integer(let integer): "\(integer)"
        case .number(let number): number.isFinite ? "\(number)" : "null"
        case .text(let text): Self.quoted(text)
        case .list(let values): "[\(values.map(\.json).joined(separator: ","))]"
        case .object(let members):
            "{\(members.map { "\(Self.quoted($0.name)):\($0.value.json)" }.joined(separator: ","))}"
        }
    }

    private static func quoted(_ text: String) -> String {
        var line = LineBuffer(capacity: text.utf8.count + 16)
        line.append(string: text)
        return line.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
    }
}

extension RequestValue: ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByFloatLiteral, ExpressibleByStringLiteral, ExpressibleByArrayLiteral,
    ExpressibleByDictionaryLiteral
{
    /// A Boolean.
    public init(booleanLiteral value: Bool) {
        self = .flag(value)
    }

    /// An integer.
    public init(integerLiteral value: Int64) {
        self = .integer(value)
    }

    /// A number.
    public init(floatLiteral value: Double) {
        self = .number(value)
    }

    /// A string; values with a unit, too.
    public init(stringLiteral value: String) {
        self = .text(value)
    }

    /// An array.
    public init(arrayLiteral elements: RequestValue...) {
        self = .list(elements)
    }

    /// An object with ordered members.
    public init(dictionaryLiteral elements: (String, RequestValue)...) {
        self = .object(elements.map { Member($0.0, $0.1) })
    }
}
