import CLinux
import Foundation
import Glibc
import SystemPackage
import Testing
import TouchTestSupport

@testable import LinuxIO

/// Log lines for a reader that reads late, or not at all.
struct NonBlockingLogTests {
    /// The kinds of standard error.
    enum Kind: CaseIterable, Sendable {
        case pipe, socket, terminal
        /// A pipe that cannot be opened again.
        case foreign
    }

    private static let lines = 5_000

    private static func line(_ index: Int) -> String {
        "line \(index) \(String(repeating: ".", count: 80))"
    }

    /// Both ends of standard error. Reading does not block.
    fileprivate struct Ends: ~Copyable {
        let reading: Descriptor
        let writing: Descriptor

        /// Returns the reading end, and closes the writing end.
        consuming func takeReading() -> Descriptor { reading }
    }

    private static func ends(_ kind: Kind) throws -> Ends {
        var ends: [Int32] = [0, 0]
        switch kind {
        case .pipe, .foreign: _ = try systemCall { Glibc.pipe(&ends) }
        case .socket:
            let stream = Int32(SOCK_STREAM.rawValue)
            _ = try systemCall { socketpair(AF_UNIX, stream, 0, &ends) }
        case .terminal:
            var (master, slave): (Int32, Int32) = (0, 0)
            _ = try systemCall { openpty(&master, &slave, nil, nil, nil) }
            ends = [master, slave]
        }
        _ = fcntl(ends[0], F_SETFL, O_NONBLOCK)
        return Ends(reading: Descriptor(owning: ends[0]), writing: Descriptor(owning: ends[1]))
    }

    @Sendable
    private static func warning(_ message: String) -> String { "test: warning: \(message)" }

    private static func log(
        to number: Int32, _ kind: Kind, timeoutMs: Int64 = NonBlockingLog.timeoutMs
    ) -> NonBlockingLog {
        guard kind == .foreign else {
            return NonBlockingLog(
                descriptor: number, warning: Self.warning, timeoutMs: timeoutMs)
        }
        return NonBlockingLog(descriptor: number, warning: Self.warning, timeoutMs: timeoutMs) {
            number throws(Errno) in try LogChannel(relayingTo: number)
        }
    }

    /// Reads available bytes.
    private static func read(_ descriptor: borrowing Descriptor) -> String {
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 65_536)
        while let count = try? chunk.withUnsafeMutableBytes({ try descriptor.read(into: $0) }),
            count > 0
        {
            bytes += chunk[..<count]
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test func `the thread reads a pipe, which carries no descriptors`() throws {
        let ends = try Self.ends(.pipe)
        var (input, end): (Int32, Int32) = (-1, -1)
        _ = try systemCall { clinux_relay_start(ends.writing.number, &input, &end) }
        // The thread ends at the end of its input.
        defer { [input, end].forEach { close($0) } }
        var file = clinux_file()
        _ = try systemCall { clinux_identify_descriptor(input, &file) }
        #expect(file.mode & S_IFMT == S_IFIFO)
        // sendmsg(2) could pass descriptors, and needs a socket.
        #expect(sendmsg(input, [msghdr()], 0) == -1 && errno == ENOTSOCK)
        #expect(write(input, "a", 1) == 1)
        var request = pollfd(fd: ends.reading.number, events: Int16(POLLIN), revents: 0)
        #expect(poll(&request, 1, 10_000) == 1 && Self.read(ends.reading) == "a")
    }

    /// The number of dropped lines that warnings in the text report.
    private static func dropped(in text: String) -> Int {
        text.split(separator: "\n").compactMap {
            $0.firstMatch(of: /test: warning: (\d+) log lines? (was|were) dropped/)
        }.reduce(0) { $0 + (Int($1.1) ?? 0) }
    }

    @Test(arguments: Kind.allCases)
    func `unread lines are dropped, and their count is written once they are read`(
        kind: Kind
    ) throws {
        let ends = try Self.ends(kind)
        let flags = fcntl(ends.writing.number, F_GETFL)
        let log = Self.log(to: ends.writing.number, kind)
        for index in 0..<Self.lines { log.write(Self.line(index)) }
        #expect(log.isWaiting)
        #expect(fcntl(ends.writing.number, F_GETFL) == flags)
        var text = ""
        try poll {
            text += Self.read(ends.reading)
            log.flush()
            return Self.dropped(in: text) > 0 && !log.isWaiting ? true : nil
        }
        text += Self.read(ends.reading)
        let kept = text.split { $0.isNewline }.filter { $0.hasPrefix("line ") }
        #expect(kept.map(String.init) == (0..<kept.count).map(Self.line))
        #expect(kept.count > 500)
        #expect(kept.count + Self.dropped(in: text) == Self.lines)
        #expect(fcntl(ends.writing.number, F_GETFL) == flags)
    }

    @Test(arguments: Kind.allCases)
    func `lines that are read at once are complete and in order`(kind: Kind) throws {
        let ends = try Self.ends(kind)
        let log = Self.log(to: ends.writing.number, kind)
        var text = ""
        for index in 0..<Self.lines {
            log.write(Self.line(index))
            text += Self.read(ends.reading)
            // On a busy machine the kernel may not have passed the line on yet.
            guard log.isWaiting else { continue }
            try poll {
                log.flush()
                text += Self.read(ends.reading)
                return log.isWaiting ? nil : true
            }
        }
        try poll {
            log.flush()
            text += Self.read(ends.reading)
            return text.contains(Self.line(Self.lines - 1)) ? true : nil
        }
        let expected = (0..<Self.lines).map(Self.line)
        #expect(text.split { $0.isNewline }.map(String.init) == expected)
    }

    @Test(arguments: Kind.allCases)
    func `the last line waits for room, but not for ever`(kind: Kind) throws {
        let ends = try Self.ends(kind)
        let log = Self.log(to: ends.writing.number, kind)
        for index in 0..<Self.lines { log.write(Self.line(index)) }
        let began = SystemClock.monotonicUs
        log.writeLast("gives up")
        #expect(SystemClock.monotonicUs - began < 5_000_000)
        _ = ends.reading.number
    }

    @Test(arguments: Kind.allCases)
    func `the last lines are all written if they are read`(kind: Kind) throws {
        let ends = try Self.ends(kind)
        let writing = dup(ends.writing.number)
        let log = Self.log(to: writing, kind, timeoutMs: 60_000)
        let text = (0..<Self.lines).map(Self.line).joined(separator: "\n")
        let reader = ReadingThread(consume ends)
        log.writeLast(text)
        close(writing)
        #expect(reader.text().split { $0.isNewline }.count == Self.lines)
    }

    @Test func `a file has all lines`() throws {
        let directory = try TemporaryDirectory()
        let path = directory.file("log")
        let file = try Descriptor { open(path, O_RDWR | O_CREAT | O_APPEND, 0o600) }
        let log = NonBlockingLog(descriptor: file.number, warning: Self.warning)
        for index in 0..<Self.lines { log.write(Self.line(index)) }
        #expect(!log.isWaiting)
        _ = lseek(file.number, 0, SEEK_SET)
        #expect(Self.read(file).split { $0.isNewline }.count == Self.lines)
    }

    @Test func `readers that left do not block the log, and new ones receive its lines`() throws {
        let directory = try TemporaryDirectory()
        let path = directory.file("fifo")
        #expect(mkfifo(path, 0o600) == 0)
        let first = try Descriptor { open(path, O_RDONLY | O_NONBLOCK) }
        let writing = try Descriptor { open(path, O_WRONLY) }
        _ = consume first
        let log = NonBlockingLog(descriptor: writing.number, warning: Self.warning)
        _ = signal(SIGPIPE, SIG_IGN)
        for index in 0..<10 { log.write(Self.line(index)) }
        #expect(!log.isWaiting)
        let second = try Descriptor { open(path, O_RDONLY | O_NONBLOCK) }
        log.write("here again")
        let text = Self.read(second)
        #expect(Self.dropped(in: text) == 10)
        #expect(text.hasSuffix("here again\n"))
    }

    @Test func `a closed descriptor drops everything`() throws {
        let log = NonBlockingLog(descriptor: 1_000_000, warning: Self.warning)
        log.write("nobody")
        #expect(!log.isWaiting)
        log.writeLast("nobody")
    }

    @Test func `a loop tries again at increasing intervals, as long as lines wait`() throws {
        let ends = try Self.ends(.pipe)
        let log = NonBlockingLog(descriptor: ends.writing.number, warning: Self.warning)
        let timers = try TimerList()
        var retry = LogRetry(timers: timers)
        retry.turn(log, now: 0)
        #expect(timers.earliest == nil)
        for index in 0..<Self.lines { log.write(Self.line(index)) }
        var times: [Int64] = []
        var now: Int64 = 0
        for _ in 0..<6 {
            retry.turn(log, now: now)
            now = timers.earliest ?? -1
            times.append(now / 1_000)
        }
        #expect(times == [100, 300, 700, 1_500, 2_500, 3_500])
        while log.isWaiting {
            _ = Self.read(ends.reading)
            retry.turn(log, now: now)
            now += 1_000_000
        }
        retry.turn(log, now: now)
        #expect(timers.earliest == nil)
    }
}

/// Reads a descriptor to its end, on a separate thread.
private final class ReadingThread: @unchecked Sendable {
    private let descriptor: Descriptor
    private let isDone = DispatchSemaphore(value: 0)
    private var bytes: [UInt8] = []

    init(_ ends: consuming NonBlockingLogTests.Ends) {
        descriptor = ends.takeReading()
        _ = fcntl(self.descriptor.number, F_SETFL, 0)
        Thread.detachNewThread { self.run() }
    }

    /// Waits for the end, and returns all bytes as text.
    func text() -> String {
        _ = isDone.wait(timeout: .now() + 30)
        return String(decoding: bytes, as: UTF8.self)
    }

    private func run() {
        var chunk = [UInt8](repeating: 0, count: 65_536)
        while let count = try? chunk.withUnsafeMutableBytes({ try descriptor.read(into: $0) }),
            count > 0
        {
            bytes += chunk[..<count]
        }
        isDone.signal()
    }
}
