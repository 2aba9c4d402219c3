import Foundation
import Testing

/// The type of a JSON value.
enum JSONType: String {
    case null, boolean, integer, number, string, array, object

    init(_ value: Any) {
        switch value {
        case is NSNull: self = .null
        case is String: self = .string
        case is [Any]: self = .array
        case is [String: Any]: self = .object
        // A Boolean is stored as a char.
        case let number as NSNumber where String(cString: number.objCType).lowercased() == "c":
            self = .boolean
        case let number as NSNumber:
            self = number.doubleValue == number.doubleValue.rounded() ? .integer : .number
        default: self = .null
        }
    }
}

/// The objects with named members that the protocol's schema describes, by their paths.
struct SchemaObjects {
    /// The schema of a member.
    struct Property {
        var types: Set<JSONType>
        /// The keywords, including those of the elements of an array.
        var words: [String]
    }

    struct Object {
        var properties: [String: Property] = [:]
        var required: Set<String> = []
    }

    private(set) var objects: [String: Object] = [:]
    private let definitions: [String: [String: Any]]

    init() throws {
        let root = URL(filePath: #filePath)
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        let data = try Data(contentsOf: root.appending(path: "docs/protocol.schema.json"))
        let schema = try #require(JSONSerialization.jsonObject(with: data) as? [String: Any])
        definitions = try #require(schema["$defs"] as? [String: [String: Any]])
        for (name, definition) in definitions { add(definition, at: name) }
    }

    private mutating func add(_ definition: [String: Any], at path: String) {
        guard let properties = definition["properties"] as? [String: [String: Any]] else { return }
        var object = Object(required: Set(definition["required"] as? [String] ?? []))
        for (name, value) in properties {
            object.properties[name] = property(value)
            let items = value["items"] as? [String: Any] ?? [:]
            add(value, at: "\(path).\(name)")
            add(items, at: "\(path).\(name)")
        }
        objects[path] = object
    }

    private func property(_ value: [String: Any]) -> Property {
        var value = value
        if let reference = value["$ref"] as? String {
            value = definitions[String(reference.split(separator: "/").last ?? "")] ?? [:]
        }
        let words = value["enum"] as? [String]
        let elementWords = (value["items"] as? [String: Any])?["enum"] as? [String]
        let constant = value["const"].map { [JSONType($0)] }
        let types = value["type"] as? [String] ?? (value["type"] as? String).map { [$0] } ?? []
        return Property(
            types: Set(constant ?? (words != nil ? [.string] : types.compactMap(JSONType.init))),
            words: words ?? elementWords ?? [])
    }
}
