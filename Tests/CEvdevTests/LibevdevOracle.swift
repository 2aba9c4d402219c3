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
        var rest = output.withUnsafeBytes {
            $0.bindMemory(to: touch_slot.self).map(SlotSnapshot.init)
        }[...]
        return try streams.map { stream in
            let count = stream.isMultitouch ? Int(stream.slots) : 1
            return try (0..<stream.reportCount).map { _ in
                let table = Array(rest.prefix(count))
                guard table.count == count else { throw OracleError.endsEarly(stream.name) }
                rest = rest.dropFirst(count)
                return table
            }
        }
    }

    /// The helper's format: slots (0: single touch), button, number of events, events.
    private static func append(_ stream: DeviceStream, to input: inout Data) {
        let header: [Int32] = [
            stream.isMultitouch ? stream.slots : 0, stream.hasButton ? 1 : 0,
            Int32(stream.events.count),
        ]
        header.withUnsafeBytes { input.append(contentsOf: $0) }
        stream.events.withUnsafeBytes { input.append(contentsOf: $0) }
    }

    /// Files, not pipes: the helper writes before it has read everything.
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

/// Why there is nothing to compare with.
enum OracleError: Error {
    /// The helper printed the reason on standard error.
    case failed(status: Int32)
    /// Fewer frames than the streams have reports, from this stream on.
    case endsEarly(String)
}

/// The slots in which libevdev still names an old contact, because it drops a tracking id for a
/// slot which has one; the kernel and the assembler accept it.
struct SecondLandings {
    /// The tracking ids of a slot that libevdev and the kernel see differently.
    struct Identities {
        var first: Int32
        var newest: Int32
    }

    /// By slot: libevdev has the first, the kernel the newest.
    private(set) var differing: [Int: Identities] = [:]
    private var current = 0
    /// By slot, the tracking id in libevdev.
    private var held: [Int: Int32] = [:]

    /// The differences after each report of a stream.
    static func atReports(of events: [input_event]) -> [SecondLandings] {
        var landings = SecondLandings()
        return events.compactMap { event in
            landings.follow(event)
            return event.type == EV_SYN && event.code == SYN_REPORT ? landings : nil
        }
    }

    /// Follows one event of a multitouch device.
    private mutating func follow(_ event: input_event) {
        guard event.type == EV_ABS else { return }
        switch Int32(event.code) {
        case ABS_MT_SLOT: current = Int(event.value)
        case ABS_MT_TRACKING_ID where event.value < 0:
            held[current] = nil
            differing[current] = nil
        case ABS_MT_TRACKING_ID:
            let first = held[current, default: event.value]
            held[current] = first
            differing[current] =
                first == event.value ? nil : Identities(first: first, newest: event.value)
        default: break
        }
    }
}
