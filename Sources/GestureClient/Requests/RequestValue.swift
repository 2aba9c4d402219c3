import GestureWire

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
    }

    /// As JSON.
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
