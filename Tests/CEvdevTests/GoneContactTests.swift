import CEvdev
import Foundation
import Testing

/// Contacts that the kernel released without an event.
struct GoneContactTests {
    private static let twoFingers =
        "frame 1000 3:57:4 3:53:10 3:54:11 3:47:2 3:57:5 3:53:20 1:330:1"

    private func answer(
        _ script: [String], of device: String = "3 button"
    ) throws -> KernelAnswer {
        let answers = try KernelDouble.open(device, then: script)
        return try KernelAnswer(try #require(answers.last))
    }

    @Test func `contacts that are still down give no events`() throws {
        let found = try answer([Self.twoFingers, "read 64", "lift-gone 9000 0:4 2:5"])
        #expect(found.result == 0)
        #expect(found.events.isEmpty)
    }

    @Test func `a contact that is gone is lifted, and no other`() throws {
        let found = try answer(
            [Self.twoFingers, "read 64", "forget 0", "lift-gone 9000 0:4 2:5"])
        #expect(found.events.script == "3:47:0 3:57:-1 3:47:2 0:0:1")
        #expect(found.stamps == [9000])
    }

    @Test func `the next event applies to the slot in which the last frame ended`() throws {
        let script = [Self.twoFingers, "read 64", "forget 0", "lift-gone 9000 0:4 2:5"]
        let answers = try KernelDouble.open(
            "3 button", then: script + ["frame 9500 3:54:77", "read 64"])
        let events = try answers.flatMap { try KernelAnswer($0).events }
        let frame = try #require(try FrameAssembler(slots: 3).frames(events).last)
        #expect(frame.live == [2])
        #expect(frame.slots[2] == SlotSnapshot(id: 5, x: 20, y: 77))
    }

    @Test func `a contact whose slot has another tracking id is gone`() throws {
        let found = try answer([Self.twoFingers, "read 64", "lift-gone 9000 0:3 2:5"])
        #expect(found.events.script == "3:47:0 3:57:-1 3:47:2 0:0:1")
    }

    @Test func `unread events are newer, so nothing is lifted before they are read`() throws {
        let found = try answer(
            [Self.twoFingers, "read 64", "frame 2000 3:57:-1 1:330:0", "lift-gone 9000 0:4 2:5"])
        #expect(found.result == 0)
    }

    @Test func `every contact is gone if the button was down and is up`() throws {
        let script = [Self.twoFingers, "read 64", "forget-button"]
        let gone = try answer(script + ["lift-gone 9000 pressed 0:4 2:5"])
        #expect(gone.events.script == "1:330:0 0:0:1" && gone.stamps == [9000])
        let neverPressed = try answer(script + ["lift-gone 9000 0:4 2:5"])
        #expect(neverPressed.result == 0)
        let unannounced = try answer(script + ["lift-gone 9000 pressed 0:4 2:5"], of: "3")
        #expect(unannounced.result == 0)
    }

    @Test func `contacts remain while the button is down`() throws {
        let found = try answer([Self.twoFingers, "read 64", "lift-gone 9000 pressed 0:4 2:5"])
        #expect(found.result == 0)
    }

    @Test func `a single touch is gone if its button is up`() throws {
        let down = "frame 1000 3:0:50 3:1:60 1:330:1"
        let present = try answer(
            [down, "read 64", "lift-gone 9000 0:1"], of: "0 button")
        #expect(present.result == 0)
        let gone = try answer(
            [down, "read 64", "forget-button", "lift-gone 9000 0:1"], of: "0 button")
        #expect(gone.events.script == "1:330:0 0:0:1")
        #expect(gone.stamps == [9000])
    }

    @Test func `the contact of a resistive panel is gone if the pressure is 0`() throws {
        let pressed = "frame 1000 3:0:50 3:1:60 3:24:9"
        #expect(try answer([pressed, "read 64", "lift-gone 9000 0:1"], of: "0").result == 0)
        let gone = try answer(
            [pressed, "read 64", "forget-pressure", "lift-gone 9000 0:1"], of: "0")
        #expect(gone.events.script == "3:24:0 0:0:1" && gone.stamps == [9000])
    }

    @Test func `contacts without slots are gone if the button is up`() throws {
        let down = "frame 1000 3:53:70 3:54:80 0:2:0 1:330:1"
        let gone = try answer(
            [down, "read 64", "forget-button", "lift-gone 9000 0:1"], of: "0 button anonymous")
        #expect(gone.events.script == "1:330:0 0:0:1")
    }

    @Test func `without contacts nothing is lifted`() throws {
        #expect(try answer(["lift-gone 9000"]).result == 0)
        #expect(try answer(["lift-gone 9000"], of: "0 button").result == 0)
    }

    @Test func `a removed device is reported`() throws {
        let found = try answer([Self.twoFingers, "read 64", "gone", "lift-gone 9000 0:4"])
        #expect(found.result == -Int(ENODEV))
    }
}
