import CEvdev
import Foundation
import Testing

/// A device that is taken for one reader alone.
struct GrabTests {
    @Test func `a device is grabbed, and let go of`() throws {
        let answers = try KernelDouble.open(
            "5", then: ["grabbed", "grab 1", "grabbed", "grab 0", "grabbed"])
        #expect(answers == ["0", "0", "1", "0", "0"])
    }

    @Test func `letting go of what was never grabbed is no failure`() throws {
        #expect(try KernelDouble.open("5", then: ["grab 0"]) == ["0"])
    }

    @Test func `a device that another has grabbed says so, and is read all the same`() throws {
        let answers = try KernelDouble.open(
            "5 grabbed", then: ["grab 1", "grabbed", "frame 7 3:57:4 3:53:10", "read 64"])
        #expect(answers[0] == "\(-EBUSY)")
        #expect(answers[1] == "0")
        // The first is the kernel's word of the clock that was changed, or the frame itself.
        #expect(
            try KernelAnswer(answers[2]).events.contains { $0.code == UInt16(ABS_MT_POSITION_X) })
    }

    @Test func `a call that a signal interrupts is made again`() throws {
        #expect(try KernelDouble.open("5", then: ["interrupt 3", "grab 1"]) == ["0"])
    }

    @Test func `a device that is gone cannot be grabbed`() throws {
        #expect(try KernelDouble.open("5", then: ["gone", "grab 1"]) == ["\(-ENODEV)"])
    }
}
