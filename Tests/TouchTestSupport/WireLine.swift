import Foundation
import Synchronization

/// A line of the protocol as a client reads it.
public struct WireLine: Sendable {
    /// The line, without its line feed.
    public let text: String
    private let members: [String: any Sendable]

    /// - Throws: if it is not a JSON object.
    public init(_ text: String) throws {
        self.text = text
        let object = try JSONSerialization.jsonObject(with: Data(text.utf8))
        guard let object = object as? [String: any Sendable] else {
            throw WireLineError(text: text)
        }
        members = object
        SeenLines.record(text)
    }

    /// The lines of `text`.
    public static func lines(of text: String) throws -> [WireLine] {
        try text.split(separator: "\n").map { try WireLine(String($0)) }
    }

    public var type: String { string("type") ?? "" }
    public var seq: Int? { integer("seq") }
    public var phase: String? { string("phase") }
    /// The id of a gesture.
    public var id: Int? { integer("id") }

    /// The value of a member, if it is an object; its `text` is empty.
    public func object(_ name: String) -> WireLine? {
        (members[name] as? [String: any Sendable]).map(WireLine.init)
    }

    private init(_ members: [String: any Sendable]) {
        text = ""
        self.members = members
    }

    public func string(_ name: String) -> String? { members[name] as? String }
    public func number(_ name: String) -> Double? { (members[name] as? NSNumber)?.doubleValue }
    public func integer(_ name: String) -> Int? { (members[name] as? NSNumber)?.intValue }
}

/// A line that is not a JSON object.
public struct WireLineError: Error {
    public let text: String
}

extension Promises {
    /// The broken promises in the lines of one connection, a sentence each.
    ///
    /// - Parameter isOver: whether the connection has ended regularly, so that no gesture may be left
    ///   alive.
    public static func broken(by lines: [WireLine], isOver: Bool = true) -> [String] {
        var alive: [Int: Int] = [:]
        var known: Set<Int> = []
        var last: [Int: Int] = [:]
        var broken = brokenNumbers(lines)
        for line in lines {
            if let time = line.integer("time_us"), let device = line.integer("device") {
                if time < last[device] ?? .min { broken.append("time ran back: \(line.text)") }
                last[device] = time
            }
            guard line.type == "gesture" else { continue }
            let id = line.id ?? -1
            let isDiscrete = ["tap", "swipe", "stroke", "screen_reader"].contains(
                line.string("gesture") ?? "")
            if isDiscrete || line.phase == "began" {
                if !known.insert(id).inserted { broken.append("id used twice: \(line.text)") }
                if !isDiscrete { alive[id] = line.integer("fingers") }
            } else if alive[id] != line.integer("fingers") {
                broken.append("not begun, over or with other fingers: \(line.text)")
            }
            if ["ended", "cancelled"].contains(line.phase) { alive[id] = nil }
        }
        broken += isOver ? alive.keys.sorted().map { "\($0) never ended" } : []
        // The first ones suffice.
        return Array(broken.prefix(5))
    }

    private static func brokenNumbers(_ lines: [WireLine]) -> [String] {
        let numbers = lines.compactMap(\.seq)
        return numbers == Array(1..<(numbers.count + 1)) ? [] : ["seq is not 1, 2, 3 …"]
    }
}

/// Keeps lines that tests have read, for a later validation by the schema of the protocol.
///
/// `WIRE_LINES` in the environment names the file; without it no line is kept. Keeps the first of
/// lines that differ only in numbers, and one in 50 of all lines.
enum SeenLines {
    private struct State {
        var shapes: Set<[UInt8]> = []
        var count = 0
    }

    /// The number of lines of which one is kept, whatever its contents.
    private static let samplingInterval = 50

    private static let state = Mutex(State())
    private static let file: Int32? = ProcessInfo.processInfo.environment["WIRE_LINES"].map {
        open($0, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o644)
    }

    /// Records a line.
    static func record(_ text: String) {
        // The lines with which gesturectl ends the gestures of a lost daemon have no `seq`.
        guard let file, text.hasPrefix(#"{"type":"#), !text.contains("connection_lost") else {
            return
        }
        // The output of a command may include the line feed.
        let bytes = Array(text.utf8.filter { $0 != UInt8(ascii: "\n") })
        let isKept = state.withLock { state in
            state.count += 1
            return state.shapes.insert(shape(of: bytes)).inserted
                || state.count % samplingInterval == 0
        }
        guard isKept else { return }
        let line = bytes + [UInt8(ascii: "\n")]
        // One write(2), so that lines of several processes do not mix.
        precondition(write(file, line, line.count) == line.count, "WIRE_LINES cannot be written")
    }

    /// The line, with the digit 0 in place of each number.
    private static func shape(of bytes: [UInt8]) -> [UInt8] {
        var shape: [UInt8] = []
        var isNumber = false
        for byte in bytes {
            let isDigit = (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
            if !isDigit {
                shape.append(byte)
            } else if !isNumber {
                shape.append(UInt8(ascii: "0"))
            }
            isNumber = isDigit
        }
        return shape
    }
}
