import CEvdev
import Foundation
import Testing

/// Releases that the kernel itself reports before it removes a device: no finger lifted.
struct KernelReleaseTests {
    private static let down = "frame 1000 3:57:4 3:53:10 1:330:1"

    private func answers(_ script: [String], of device: String = "3 button") throws -> [String] {
        try KernelDouble.open(device, then: script)
    }

    private func events(_ answer: String) throws -> String {
        try KernelAnswer(answer).events.script
    }

    @Test(arguments: [
        ["own 2000 1:330:0"], ["own 2000 3:57:-1 1:330:0"],
        ["own 2000 1:330:0", "own 2001 3:57:-1"],
    ])
    func `a frame of the kernel's releases is held back`(release: [String]) throws {
        let found = try answers(
            [Self.down, "read 64"] + release + ["read 64", "released", "gone", "read 64"])
        #expect(found.dropFirst() == ["0", "1", "-\(ENODEV)"])
    }

    @Test func `events after a release show that the device remains, and follow it`() throws {
        let found = try answers([
            Self.down, "read 64", "own 2000 1:330:0", "read 64", "frame 3000 3:53:11 1:330:1",
            "read 64", "released",
        ])
        #expect(found[1] == "0" && found[3] == "0")
        #expect(try events(found[2]) == "1:330:0 0:0:1 3:53:11 1:330:1 0:0:0")
        #expect(found[2].contains("1:330:0:2000 0:0:1:2000 3:53:11:3000"))
    }

    @Test(arguments: [
        ["frame 2000 3:57:-1 1:330:0"], ["frame 2000 1:330:0"], ["own 2000 3:53:11 1:330:0"],
        ["own 2000 1:330:0", "frame 2001 1:330:1"],
    ])
    func `every other frame is read at once`(frames: [String]) throws {
        let found = try answers([Self.down, "read 64"] + frames + ["read 64", "released"])
        #expect(try KernelAnswer(found[1]).result > 0)
        #expect(found[2] == "0")
    }

    @Test func `a frame that releases a pen is read at once`() throws {
        let found = try answers(
            ["frame 1000 1:320:1 1:330:1", "read 64", "own 2000 1:320:0 1:330:0", "read 64"],
            of: "3 button pen")
        #expect(try events(found[1]) == "1:320:0 1:330:0 0:0:1")
    }

    /// Four events precede the release, which has four as well.
    @Test(arguments: 5...12)
    func `a release that is split between two reads is not a lift`(capacity: Int) throws {
        let found = try answers([
            Self.down, "own 2000 3:57:-1 1:330:0", "read \(capacity)", "read \(capacity)",
            "released", "gone", "read 64",
        ])
        #expect(try events(found[0]) == "3:57:4 3:53:10 1:330:1 0:0:0")
        #expect(found.dropFirst() == ["0", "1", "-\(ENODEV)"])
    }

    @Test(arguments: 1...12)
    func `a lift that is split between two reads remains a lift`(capacity: Int) throws {
        let script = [Self.down, "frame 2000 3:57:-1 1:330:0"]
        let reads = Array(repeating: "read \(capacity)", count: 12)
        let read = try answers(script + reads).flatMap { try KernelAnswer($0).events }
        #expect(read.script == "3:57:4 3:53:10 1:330:1 0:0:0 3:57:-1 1:330:0 0:0:0")
        let frame = try #require(try FrameAssembler(slots: 3).frames(read).last)
        #expect(frame.lifted == [0] && !frame.released)
    }

    @Test func `a queried state replaces a release that is held back`() throws {
        let found = try answers([
            Self.down, "read 64", "own 2000 1:330:0", "read 64", "resynchronise 0 586", "released",
            "frame 3000 3:57:9", "read 64",
        ])
        #expect(found[3] == "0")
        #expect(try events(found[4]) == "3:57:9 0:0:0")
    }

    /// The first seven calls query the kernel, and the eighth checks whether a frame arrived
    /// meanwhile.
    @Test(arguments: 2...8)
    func `a release between two queries is queried`(calls: Int) throws {
        let found = try answers([
            Self.down, "read 64", "later-own \(calls) 2000 3:57:-1 1:330:0", "resynchronise 0 586",
            "released", "slots",
        ])
        #expect(found[3].hasPrefix("-1,"), "the release has not arrived")
        #expect(try !events(found[1]).contains("3:57:4"))
        #expect(found[2] == "0")
    }

    @Test func `after a query events continue in the slot of a release`() throws {
        let found = try answers([
            "frame 1000 3:57:4 3:47:1 3:57:5 3:47:0 3:53:10 1:330:1", "read 64",
            "own 2000 3:47:1 3:57:-1", "read 64", "resynchronise 0 586", "frame 3000 3:57:6 3:53:9",
            "read 64",
        ])
        let all = try [found[0], found[2], found[3]].flatMap { try KernelAnswer($0).events }
        #expect(found[1] == "0")
        let frame = try #require(try FrameAssembler(slots: 3).frames(all).last)
        #expect(frame.slots.map(\.id) == [4, 6, -1])
    }

    @Test func `contacts of a device that sleeps are lifted by a query`() throws {
        let found = try answers([
            Self.down, "read 64", "own 2000 1:330:0", "read 64", "lift-gone 9000 pressed 0:4",
            "released", "lift-gone 9001 0:4",
        ])
        #expect(try events(found[2]) == "1:330:0 0:0:1")
        #expect(try KernelAnswer(found[2]).stamps == [9000])
        #expect(found.suffix(2) == ["0", "0"])
    }

    @Test func `contacts of a removed device are not lifted`() throws {
        let found = try answers([
            Self.down, "read 64", "own 2000 1:330:0", "read 64", "check", "gone", "check",
            "lift-gone 9000 pressed 0:4",
        ])
        #expect(found.suffix(3) == ["0", "-\(ENODEV)", "-\(ENODEV)"])
    }
}
