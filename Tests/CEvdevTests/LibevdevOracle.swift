import CEvdev
import Foundation
import TouchTestSupport

/// What libevdev makes of a stream: the helper program, run once for many streams.
enum LibevdevOracle {
    /// The slots after each report of each stream.
    static func slots(of streams: [DeviceStream]) throws -> [[[SlotSnapshot]]] {
        var input = Data()
        for stream in streams { append(stream, to: &input) }
        let output = try run(on: input)
        var rest = output.withUnsafeBytes {
            $0.bindMemory(to: cevdev_slot.self).map(SlotSnapshot.init)
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
    /// The helper said why on standard error.
    case failed(status: Int32)
    /// Fewer frames than the streams have reports, from this stream on.
    case endsEarly(String)
}
