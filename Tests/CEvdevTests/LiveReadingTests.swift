import CEvdev
import Foundation
import Testing
import TouchTestSupport

/// Devices that are read as events arrive, while the kernel drops events at any position of a read.
struct LiveReadingTests {
    /// Plays a script. Returns the final slots of the reader and of the kernel.
    private func slots(after script: [String], on device: String = "3 button") throws -> (
        reader: ReaderState, kernel: String
    ) {
        let answers = try KernelDouble.open(device, then: script + ["contacts", "slots"])
        let last = Array(answers.suffix(2))
        try #require(last.count == 2)
        return (try ReaderState(last[0]), last[1])
    }

    private static let twoFingers =
        "frame 1000 3:57:4 3:53:10 3:54:11 3:47:2 3:57:5 3:53:20 1:330:1"

    /// The event that names the slot is in the read with the dropout, is still queued, or is held
    /// back.
    @Test(arguments: ["frame 2 3:47:2 3:53:21", "own 2 3:47:2 3:57:-1"], [1, 2, 3, 4, 64, 586])
    func `half a frame continues in the slot that was named after events were lost`(
        named: String, capacity: Int
    ) throws {
        let lost = [Self.twoFingers, "turn 586", "lose 2 3:47:1 3:57:6 3:53:60", named]
        let half = ["half 3 3:57:9 3:47:0 3:53:30", "turn \(capacity)", "frame 3 3:54:40"]
        let (reader, kernel) = try slots(after: lost + half + ["turn 586"])
        #expect(reader.slots == kernel)
        #expect(reader.counts["dropouts"] == "1")
    }

    /// Seven events are read, the third of which is SYN_DROPPED.
    @Test(arguments: 1...8)
    func `half a frame that was read before events were lost is discarded`(
        capacity: Int
    ) throws {
        let (reader, kernel) = try slots(after: [
            Self.twoFingers, "turn 586", "half 2 3:53:99 3:54:98 3:47:0", "lose 2 3:53:21 3:47:1",
            "frame 2 3:57:6 3:53:60", "turn \(capacity)",
        ])
        #expect(kernel == "4,21,11,0 6,60,0,0 5,99,98,0")
        #expect(reader.slots == kernel)
        #expect(reader.counts["dropouts"] == "1")
        #expect(reader.counts["dropped"] == "2")
        #expect(reader.counts["slot"] == "1")
    }

    @Test(arguments: 1...6)
    func `if events are lost twice in a read the state is queried once`(
        capacity: Int
    ) throws {
        let (reader, kernel) = try slots(after: [
            Self.twoFingers, "turn 586", "lose 2 3:53:99", "lose 2 3:47:1 3:57:6",
            "frame 2 3:47:0 3:53:21", "turn \(capacity)",
        ])
        #expect(kernel == "4,21,11,0 6,0,0,0 5,99,0,0")
        #expect(reader.slots == kernel && reader.counts["dropouts"] == "1")
    }

    @Test(arguments: [9, 10, 11, 586])
    func `events may be lost in the last packet of a read`(capacity: Int) throws {
        let (reader, kernel) = try slots(after: [
            Self.twoFingers, "lose 2 3:53:99", "frame 2", "turn \(capacity)",
        ])
        #expect(kernel == "4,10,11,0 -1,0,0,0 5,99,0,0")
        #expect(reader.slots == kernel && reader.counts["dropouts"] == "1")
    }

    /// The last frame ended in slot 2, and the kernel does not repeat ABS_MT_SLOT.
    @Test(arguments: ["turn 586", "resynchronise 0 586"])
    func `a lift of a contact that is gone does not change the current slot`(
        reading: String
    ) throws {
        let (reader, kernel) = try slots(after: [
            Self.twoFingers, reading, "forget 0", "silence 9", "frame 10 3:54:77", "turn 586",
        ])
        #expect(kernel == "-1,10,11,0 -1,0,0,0 5,20,77,0")
        #expect(reader.slots == kernel)
    }

    @Test func `a release that is held back when events are lost is discarded`() throws {
        let (reader, kernel) = try slots(after: [
            Self.twoFingers, "turn 586", "own 2 3:57:-1 1:330:0", "turn 586",
            "lose 3 3:57:8 3:53:5 1:330:1", "frame 3 3:54:6", "turn 586",
        ])
        #expect(kernel == "4,10,11,0 -1,0,0,0 8,5,6,0")
        // The contact in slot 0 is released: its slot keeps its id, and has had no event since.
        #expect(reader.counts["live"] == "4")
        #expect(reader.slots == kernel)
    }
}

/// Random drivers that are read late, in pieces of any length, and lose events anywhere.
struct LiveReadingStreamTests {
    private static let devices = [
        "1", "4", "64", "4 button", "2 button pen", "0", "0 button", "0 anonymous",
        "0 button anonymous",
    ]

    @Test(arguments: devices, 0..<8 as Range<UInt64>)
    func `the reader has the kernel's slots, and those to which its recording replays`(
        device: String, seed: UInt64
    ) throws {
        var driver = RandomDriver(device, seed: seed)
        let script = ["resynchronise 0 586"] + (0..<25).flatMap { _ in driver.round() }
        var remaining = try KernelDouble.open(device, then: script).dropFirst()
        var dropouts = 0
        while remaining.count >= RandomDriver.answerCount {
            let answers = Array(remaining.prefix(RandomDriver.answerCount))
            remaining = remaining.dropFirst(RandomDriver.answerCount)
            dropouts = try check(answers, hasSlots: driver.hasSlots)
        }
        #expect(remaining.isEmpty && dropouts > 5)
    }

    /// Compares the final states of a round. Returns the number of dropouts so far.
    private func check(_ answers: [String], hasSlots: Bool) throws -> Int {
        #expect(answers[0] == "0" && answers[3] == "0", "everything was read")
        let (live, whole, kernel, current) = (answers[4], answers[5], answers[6], answers[7])
        #expect(live == whole)
        let state = try ReaderState(live)
        // A release that is held back is not in the reader's slots yet.
        if hasSlots && answers[8] == "0" {
            #expect(state.slots == kernel)
            let slots = current.split(separator: " ")
            #expect(slots.count == 2 && slots.first == slots.last)
        }
        return try #require(state.counts["dropouts"].flatMap { Int($0) })
    }
}

/// The state of the double's reader.
private struct ReaderState {
    /// Its slots, in the format of the double's command `slots`.
    var slots: String
    /// The values of its counters, by name.
    var counts: [String: String] = [:]

    init(_ line: String) throws {
        let words = line.split(separator: " ")
        slots = words.dropLast().joined(separator: " ")
        for count in try #require(words.last).split(separator: ",") {
            let pair = count.split(separator: "=").map(String.init)
            try #require(pair.count == 2, "\(line)")
            counts[pair[0]] = pair[1]
        }
    }
}

/// Makes the frames of a driver, and the commands of its reader: the same for the same seed.
private struct RandomDriver {
    /// The number of answers of a round: two turns with two silences between them, the reader's
    /// slots (fed live, then fed as a whole), the kernel's slots, the current slots, and whether a
    /// release is held back.
    static let answerCount = 9

    private let slotCount: Int32
    private let hasButton: Bool
    private let isAnonymous: Bool
    /// Whether frames arrive between the reader's calls. If none do, the kernel may lose a contact.
    private let isBusy: Bool
    private var random: SeededGenerator

    var hasSlots: Bool { slotCount > 0 }

    init(_ device: String, seed: UInt64) {
        let words = device.split(separator: " ")
        slotCount = words.first.flatMap { Int32($0) } ?? 0
        hasButton = words.contains("button")
        isAnonymous = words.contains("anonymous")
        isBusy = seed % 2 == 1
        random = SeededGenerator(seed: seed)
    }

    /// The commands of a round: events of the driver, and a reader that handles all of them.
    mutating func round() -> [String] {
        var script = (0..<number(0, 5)).flatMap { _ in piece() }
        if isBusy {
            script += (0..<number(0, 2)).map { _ in "later \(number(1, 9)) 2 \(frame())" }
        }
        script.append("turn \([1, 2, 3, 5, 8, 13, 64, 100, 586][Int(number(0, 8))])")
        // Not with a button: while it is up, a slot has no contact that the kernel could lose.
        if !isBusy && hasSlots && !hasButton && oneIn(3) {
            script.append("forget \(number(0, slotCount - 1))")
        }
        // The first silence handles a release that is held back.
        script += ["silence 9", "silence 9", "turn 586"]
        return script + ["contacts", "whole", "slots", "slot", "released"]
    }

    private mutating func piece() -> [String] {
        switch number(0, 11) {
        case 0: ["half 1 \(frame())", "frame 1 \(frame())"]
        case 1: ["lose 1 \(frame())", "frame 1 \(frame())"]
        case 2: ["half 1 \(frame())", "lose 1 \(frame())", "frame 1 \(frame())"]
        case 3: ["lose 1 \(frame())", "lose 1 \(frame())", "frame 1 \(frame())"]
        case 4: ["own 1 \(releases())"]
        case 5: (0..<15).map { _ in "frame 1 \(frame())" }
        case 6: ["interrupt \(number(1, 2))"]
        default: ["frame 1 \(frame())"]
        }
    }

    private mutating func frame() -> String {
        var events: [input_event] = []
        for _ in 0..<number(1, 4) {
            if hasSlots {
                events += contact()
            } else if isAnonymous {
                events += [.x(number(0, 50)), .y(number(0, 50)), .endOfContact]
            } else {
                let code = [ABS_X, ABS_Y, ABS_PRESSURE][Int(number(0, 2))]
                events.append(.axis(code, number(0, 50)))
            }
        }
        if hasButton && oneIn(3) { events.append(.touch(number(0, 1))) }
        return events.script
    }

    private mutating func contact() -> [input_event] {
        var events: [input_event] = []
        if !oneIn(4) { events.append(.slot(number(0, min(slotCount, 6) - 1))) }
        if oneIn(16) { events.append(.slot(slotCount - 1)) }
        if oneIn(3) { events.append(.id(number(-1, 5))) }
        if !oneIn(4) { events.append(.x(number(0, 50))) }
        if !oneIn(4) { events.append(.y(number(0, 50))) }
        return events
    }

    /// A frame of the kernel's own releases.
    private mutating func releases() -> String {
        var events: [input_event] = hasButton ? [.touch(0)] : []
        for slot in 0..<slotCount where events.count < 40 && oneIn(2) {
            events += [.slot(slot), .lift]
        }
        return events.script
    }

    private mutating func number(_ minimum: Int32, _ maximum: Int32) -> Int32 {
        .random(in: minimum...maximum, using: &random)
    }

    private mutating func oneIn(_ count: Int32) -> Bool { number(1, count) == 1 }
}
