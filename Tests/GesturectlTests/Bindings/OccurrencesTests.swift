import Foundation
import Testing
import TouchTestSupport

@testable import GestureClient
@testable import gesturectl

/// The occurrences that bindings derive from the daemon's lines, even over broken connections.
struct OccurrencesTests {
    private static let hello =
        #"{"type":"hello","protocol":1,"server":"gestured","boot_id":"b","monotonic_us":1,"realtime_us":2}"#
    private static let snapshotEnd = #"{"type":"snapshot_end","seq":1,"devices":1}"#

    private static func device(_ change: String, _ id: Int, _ name: String) -> String {
        """
        {"type":"device","seq":1,"change":"\(change)","device":{"id":\(id),"name":"\(name)","bus":3,\
        "vendor":1,"product":2,"width_mm":300,"height_mm":200,"size":"kernel","slots":10,\
        "force":"none","state":"open"}}
        """
    }

    /// The occurrences that lines result in: `gone left`, `idle`.
    private static func occurrences(of lines: [String]) throws -> [String] {
        var occurrences = Occurrences()
        return try lines.flatMap { text -> [String] in
            let read = try Array(text.utf8).withUnsafeBytes { try ReceivedLine($0) }
            guard case .event(let line) = read else { return [] }
            return occurrences.receive(line).map { occurrence in
                [occurrence["panel"] ?? occurrence["activity"], occurrence["device_name"]]
                    .compactMap { $0 }.joined(separator: " ")
            }
        }
    }

    @Test func `panels are gone and back, but those of the first snapshot are neither`() throws {
        let lines = [
            Self.hello, Self.device("present", 1, "left"), Self.snapshotEnd,
            Self.device("changed", 1, "left"), Self.device("removed", 1, "left"),
            Self.device("added", 2, "left"),
        ]
        #expect(try Self.occurrences(of: lines) == ["gone left", "back left"])
    }

    @Test func `changes without a connection are found at the next snapshot`() throws {
        let first = [
            Self.hello, Self.device("present", 1, "left"), Self.device("present", 2, "right"),
            Self.snapshotEnd,
        ]
        let second = [
            Self.hello, Self.device("present", 1, "right"), Self.device("present", 2, "third"),
            Self.snapshotEnd,
        ]
        #expect(try Self.occurrences(of: first + second) == ["gone left", "back third"])
        // A connection that breaks before the end of its snapshot does not show which panels are gone.
        let broken = first + [Self.hello, Self.device("present", 1, "right")] + second
        #expect(try Self.occurrences(of: broken) == ["gone left", "back third"])
    }

    @Test func `a panel that is missing after a reconnection is gone once`() throws {
        let lines = [
            Self.hello, Self.device("present", 1, "left"), Self.snapshotEnd,
            Self.hello, Self.snapshotEnd, Self.hello, Self.device("present", 1, "left"),
            Self.snapshotEnd,
        ]
        #expect(try Self.occurrences(of: lines) == ["gone left", "back left"])
    }

    @Test func `activity lines become occurrences`() throws {
        let lines = ["active", "idle"].map {
            #"{"type":"activity","seq":3,"time_us":8,"state":"\#($0)"}"#
        }
        #expect(try Self.occurrences(of: lines) == ["active", "idle"])
    }
}
