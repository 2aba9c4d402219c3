import Foundation
import GestureWire
import SystemPackage
import Testing

@testable import GesturedServer
@testable import LinuxIO

/// Writing to a pipe with a reader, or without one.
struct StandardOutputTests {
    /// A pipe that closes its ends when it is released, except a reader that is closed already.
    private final class Pipe {
        private(set) var reader: Int32
        let writer: Int32

        init() {
            signal(SIGPIPE, SIG_IGN)
            var ends: [Int32] = [0, 0]
            #expect(pipe(&ends) == 0)
            (reader, writer) = (ends[0], ends[1])
        }

        deinit {
            closeReader()
            close(writer)
        }

        func closeReader() {
            if reader >= 0 { close(reader) }
            reader = -1
        }
    }

    private func fill(_ output: StandardOutput, _ count: Int) -> [UInt8] {
        let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 7) }
        output.append { $0.append(utf8: bytes) }
        return bytes
    }

    @Test func `everything arrives, in order, through a pipe that is smaller`() async throws {
        let (pipe, signals) = (Pipe(), Pipe())
        let stop = Descriptor(owning: dup(signals.reader))
        let output = StandardOutput(number: pipe.writer, stop: stop)
        let bytes = fill(output, 1_000_000)
        let reader = FileHandle(fileDescriptor: dup(pipe.reader), closeOnDealloc: true)
        let reading = Task.detached { try reader.read(upToCount: 1_000_000) }
        try output.flush()
        // A read of a pipe may return a part: the rest needs further reads.
        var read = try await reading.value ?? Data()
        while read.count < bytes.count, let more = try reader.read(upToCount: bytes.count) {
            read += more
        }
        #expect(Array(read) == bytes)
    }

    @Test func `a closed reader is an end, not a failure`() throws {
        let (pipe, signals) = (Pipe(), Pipe())
        let stop = Descriptor(owning: dup(signals.reader))
        let output = StandardOutput(number: pipe.writer, stop: stop)
        _ = fill(output, 10)
        pipe.closeReader()
        let isClosed = isClosed(output)
        #expect(isClosed)
    }

    @Test func `a reader that is stuck does not delay the end for long`() throws {
        let (pipe, signals) = (Pipe(), Pipe())
        let stop = Descriptor(owning: dup(signals.reader))
        let output = StandardOutput(number: pipe.writer, stop: stop)
        _ = fill(output, 1_000_000)
        write(signals.writer, "!", 1)
        let start = SystemClock.monotonicUs
        let isClosed = isClosed(output)
        #expect(isClosed)
        #expect(SystemClock.monotonicUs - start < 30_000_000)
    }

    @Test func `a device that is full is exit status 74`() throws {
        let signals = Pipe()
        let stop = Descriptor(owning: dup(signals.reader))
        let full = open("/dev/full", O_WRONLY)
        defer { close(full) }
        let output = StandardOutput(number: full, stop: stop)
        _ = fill(output, 10)
        do throws(OutputError) {
            try output.flush()
            Issue.record("a full device accepted bytes")
        } catch {
            guard case .failed(let error) = error else {
                Issue.record("reported as a closed pipe")
                return
            }
            #expect(error.status == .inputOutput)
        }
    }

    private func isClosed(_ output: StandardOutput) -> Bool {
        do throws(OutputError) {
            try output.flush()
            return false
        } catch {
            if case .closed = error { return true } else { return false }
        }
    }
}
