import CEvdev
import Foundation
import Glibc
import TouchTestSupport

/// The slots of libevdev for a stream: the helper program, run once for many streams.
enum LibevdevOracle {
    /// The slots after each report of each stream.
    static func slots(of streams: [DeviceStream]) throws -> [[[SlotSnapshot]]] {
        var input = Data()
        for stream in streams { append(stream, to: &input) }
        let output = try run(on: input)
        var remaining = output.withUnsafeBytes {
            $0.bindMemory(to: touch_slot.self).map(SlotSnapshot.init)
        }[...]
        return try streams.map { stream in
            let count = stream.isMultitouch ? Int(stream.slots) : 1
            return try (0..<stream.reportCount).map { _ in
                let table = Array(remaining.prefix(count))
                guard table.count == count else { throw OracleError.endsEarly(stream.name) }
                remaining = remaining.dropFirst(count)
                return table
            }
        }
    }

    /// Appends a stream in the helper's format: slots (0: single touch), button, number of events,
    /// events.
    private static func append(_ stream: DeviceStream, to input: inout Data) {
        let header: [Int32] = [
            stream.isMultitouch ? stream.slots : 0, stream.hasButton ? 1 : 0,
            Int32(stream.events.count),
        ]
        header.withUnsafeBytes { input.append(contentsOf: $0) }
        stream.events.withUnsafeBytes { input.append(contentsOf: $0) }
    }

    /// Runs the helper on files. With pipes both programs could block, because the helper writes
    /// before it has read everything.
    private static func run(on input: Data) throws -> Data {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let (streams, slots) = (folder.appending(path: "streams"), folder.appending(path: "slots"))
        try input.write(to: streams)
        try Data().write(to: slots)
        let helper = Process()
        helper.executableURL = URL(filePath: try BuiltFile(named: "LibevdevOracle").path)
        helper.standardInput = try FileHandle(forReadingFrom: streams)
        helper.standardOutput = try FileHandle(forWritingTo: slots)
        try helper.run()
        helper.waitUntilExit()
        guard helper.terminationStatus == 0 else {
            throw OracleError.failed(status: helper.terminationStatus)
        }
        return try Data(contentsOf: slots)
    }
}

/// Failures of the helper program.
enum OracleError: Error {
    /// It ended with this status, and printed the reason on standard error.
    case failed(status: Int32)
    /// Its output ends before the last report of the named stream.
    case endsEarly(String)
}

/// The slots for which libevdev still has an earlier tracking id.
///
/// libevdev ignores a new tracking id in a slot that has one; the kernel and the assembler accept it.
struct SecondLandings {
    /// The tracking ids of one slot: libevdev has the first, the kernel the newest.
    struct Identities {
        var first: Int32
        var newest: Int32
    }

    /// By slot.
    private(set) var differing: [Int: Identities] = [:]
    private var current = 0
    /// The tracking ids that libevdev has, by slot.
    private var firstIDs: [Int: Int32] = [:]

    /// The differences after each report of a stream.
    static func atReports(of events: [input_event]) -> [SecondLandings] {
        var landings = SecondLandings()
        return events.compactMap { event in
            landings.apply(event)
            return event.type == EV_SYN && event.code == SYN_REPORT ? landings : nil
        }
    }

    /// Applies one event of a multitouch device.
    private mutating func apply(_ event: input_event) {
        guard event.type == EV_ABS else { return }
        switch Int32(event.code) {
        case ABS_MT_SLOT: current = Int(event.value)
        case ABS_MT_TRACKING_ID where event.value < 0:
            firstIDs[current] = nil
            differing[current] = nil
        case ABS_MT_TRACKING_ID:
            let first = firstIDs[current, default: event.value]
            firstIDs[current] = first
            differing[current] =
                first == event.value ? nil : Identities(first: first, newest: event.value)
        default: break
        }
    }
}
