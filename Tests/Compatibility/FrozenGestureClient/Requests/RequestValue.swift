/// A value in a request, as a literal writes it: `["fingers": 2, "minimum_distance": "12mm"]`.
public enum RequestValue: Sendable, Hashable {
    /// True or false.
    case flag(Bool)
    /// An integer.
    case integer(Int64)
    /// A number; what is not finite is refused by the daemon.
    case number(Double)
    /// Text; values with a unit are text, too.
    case text(String)
    /// An array.
    case list([RequestValue])
    /// An object, in this order.
    case object([Member])

    /// A name and its value.
    public struct Member: Sendable, Hashable {
        /// The name.
        public let name: String
        /// The value.
        public let value: RequestValue

        /// A member that is called `name` and has `value`.
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
    /// True or false.
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

    /// Text; values with a unit, too.
    public init(stringLiteral value: String) {
        self = .text(value)
    }

    /// An array.
    public init(arrayLiteral elements: RequestValue...) {
        self = .list(elements)
    }

    /// An object, in this order.
    public init(dictionaryLiteral elements: (String, RequestValue)...) {
        self = .object(elements.map { Member($0.0, $0.1) })
    }
}
