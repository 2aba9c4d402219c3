import CEvdev
import Foundation
import Testing
import TouchTestSupport

/// A helper program that simulates the kernel's side of an event node, and reads it with CEvdev.
enum KernelDouble {
    /// The path of a node that the double replaces.
    static let node = "/dev/null"

    /// Plays a script of commands. Returns the answers, one line each.
    static func play(_ script: [String]) throws -> [String] {
        let program = try RunningProgram(
            BuiltFile(named: "KernelDouble").path, [],
            input: Array(script.joined(separator: "\n").utf8) + [10])
        let result = try program.wait()
        try #require(result.status == 0, "\(result.errors)")
        return result.output.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
            .map(String.init)
    }

    /// Opens a device, then plays a script. Returns the answers to the script.
    ///
    /// - Parameter device: the arguments of the command `device`: the number of slots (0 for single
    ///   touch) and traits.
    static func open(_ device: String, then script: [String]) throws -> [String] {
        let answers = try play(["device \(device)", "open \(node)"] + script)
        try #require(answers.first == "0", "the device does not open: \(answers)")
        return Array(answers.dropFirst())
    }
}

/// The answer to a read or a resynchronisation.
struct KernelAnswer {
    /// The number of events, or -errno.
    var result: Int
    /// The latest timestamp, µs; 0 if it was not requested.
    var lastUs: Int64
    var events: [input_event]

    /// Parses a line that the double printed.
    init(_ line: String) throws {
        let words = line.split(separator: " ")
        result = try #require(words.first.flatMap { Int($0) })
        let plain = words.dropFirst().prefix { !$0.contains(":") }
        lastUs = plain.first.flatMap { Int64($0) } ?? 0
        events = try words.dropFirst(1 + plain.count).map { word in
            let numbers = word.split(separator: ":").compactMap { Int64($0) }
            try #require(numbers.count == 4)
            return input_event(
                Int32(numbers[0]), Int32(numbers[1]), Int32(numbers[2]), microseconds: numbers[3])
        }
    }

    /// The different timestamps of the events (µs).
    var stamps: Set<Int64> {
        Set(events.map { Int64($0.time.tv_sec) * 1_000_000 + Int64($0.time.tv_usec) })
    }

    /// The codes of the events of a type, in their order.
    func codes(ofType type: Int32) -> [Int32] {
        events.filter { $0.type == UInt16(type) }.map { Int32($0.code) }
    }
}

extension [input_event] {
    /// The events in the form of the double's commands.
    var script: String {
        map { "\($0.type):\($0.code):\($0.value)" }.joined(separator: " ")
    }
}
