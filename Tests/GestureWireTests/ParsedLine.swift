import Foundation
import Testing

/// A line as a JSON parser sees it, its members by what they hold.
struct ParsedLine {
    var texts: [String: String] = [:]
    var flags: [String: Bool] = [:]
    var numbers: [String: Double] = [:]

    init(_ line: String) throws {
        #expect(line.hasSuffix("}\n"))
        #expect(!line.dropLast().contains("\n"))
        let object = try JSONSerialization.jsonObject(with: Data(line.utf8))
        let members = try #require(object as? [String: Any])
        for (member, value) in members {
            if let value = value as? String {
                texts[member] = value
            } else if member == "inside" {
                flags[member] = try #require(value as? Bool)
            } else {
                numbers[member] = try #require(value as? NSNumber).doubleValue
            }
        }
    }
}
