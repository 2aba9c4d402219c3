import Foundation
import Glibc
import SystemPackage
import Testing

@testable import LinuxIO

/// Wrappers of the kernel's mechanisms.
struct SystemCallTests {
    @Test func `a call that a signal interrupted is repeated`() throws {
        var calls = 0
        let value = try systemCall { () -> Int32 in
            calls += 1
            errno = EINTR
            return calls < 3 ? -1 : 7
        }
        #expect(calls == 3)
        #expect(value == 7)
    }

    @Test func `a call that would block returns nil, and other errors are thrown`() throws {
        let nothing = try systemCallOrWouldBlock { () -> Int in
            errno = EAGAIN
            return -1
        }
        #expect(nothing == nil)
        #expect(throws: Errno.ioError) {
            try systemCallOrWouldBlock { () -> Int in
                errno = EIO
                return -1
            }
        }
    }

    @Test func `a descriptor is closed when its owner is destroyed`() throws {
        var ends: [Int32] = [0, 0]
        #expect(pipe(&ends) == 0)
        let reader = Descriptor(owning: ends[0])
        do {
            let writer = Descriptor(owning: ends[1])
            _ = consume writer
        }
        // A pipe without a writer is at its end.
        let count = try withUnsafeTemporaryAllocation(byteCount: 8, alignment: 1) {
            try reader.read(into: $0)
        }
        #expect(count == 0)
    }

    @Test func `opening a file that does not exist throws the kernel's error`() {
        #expect(throws: Errno.noSuchFileOrDirectory) {
            _ = try Descriptor { open("/nowhere/at/all", O_RDONLY | O_CLOEXEC) }
        }
    }

    @Test func `the timer expires at its time, and not when it is disarmed`() throws {
        let poller = try EpollPoller()
        let timer = try TimerDescriptor()
        try poller.add(timer.descriptor, .readable, token: 7)
        try timer.set(to: SystemClock.monotonicUs + 3_600_000_000)
        #expect(try poller.wait(timeoutMs: 0) == 0)
        try timer.set(to: 1)
        #expect(try poller.wait(timeoutMs: 10_000) == 1)
        #expect(poller[0].token == 7)
        try timer.set(to: nil)
        #expect(try poller.wait(timeoutMs: 0) == 0)
        try timer.set(to: 1)
        try timer.set(to: nil)
        #expect(try poller.wait(timeoutMs: 0) == 0)
    }

    @Test func `what a poller waits for can be changed and removed`() throws {
        let poller = try EpollPoller()
        var ends: [Int32] = [0, 0]
        #expect(pipe(&ends) == 0)
        let reader = Descriptor(owning: ends[0])
        let writer = Descriptor(owning: ends[1])
        try poller.add(writer, .readable, token: 1)
        try poller.add(reader, .readable, token: 2)
        #expect(try poller.wait(timeoutMs: 0) == 0)
        try poller.modify(writer, .writable, token: 3)
        #expect(try poller.wait(timeoutMs: 0) == 1)
        #expect(poller[0].token == 3)
        #expect(poller[0].readiness.contains(.writable))
        try poller.remove(writer)
        #expect(try poller.wait(timeoutMs: 0) == 0)
    }

    @Test func `releasing code makes less of the program resident`() throws {
        func residentKilobytes() throws -> Int {
            let status = try #require(
                try? String(contentsOfFile: "/proc/self/status", encoding: .utf8))
            let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("RssFile") })
            return try #require(Int(line.filter(\.isNumber)))
        }
        let before = try residentKilobytes()
        ProcessSetup.releaseUnusedMemory()
        #expect(try residentKilobytes() < before)
    }
}

/// Names of files as text.
struct FileNameTests {
    @Test(arguments: [
        Array("plain".utf8), Array("ünï→".utf8), [0xff, 0x61, 0xc3], [0xe2, 0x82],
        // A private-use character that represents a byte, and one outside of the range of these.
        Array("\u{10FEFF}".utf8), Array("\u{10FF00}".utf8), [0xed, 0xa0, 0x80],
    ])
    func `every byte of a name is kept`(name: [UInt8]) {
        let text = FileName.text(of: name)
        #expect(FileName.bytes(of: text) == name)
        #expect(FileName.cString(text).map(UInt8.init(bitPattern:)) == name + [0])
    }

    @Test func `two names never have the same text, and UTF-8 stays as it is`() {
        #expect(FileName.text(of: Array("ünï→".utf8)) == "ünï→")
        #expect(FileName.text(of: [0xff]) != FileName.text(of: Array("\u{10FEFF}".utf8)))
        #expect(escapedText(FileName.text(of: [0x61, 0xff])) == #"a\xff"#)
    }
}
