import Testing

@testable import gesturectl

struct LockTests {
    @Test(arguments: [("1s", 1), ("30s", 30), ("2m", 120), ("24h", 86_400)])
    func `a duration has a unit`(text: String, seconds: Int) {
        #expect(LockDuration(text)?.seconds == seconds)
    }

    @Test(arguments: ["", "30", "s", "0s", "-1s", "1.5s", "25h", "9223372036854775807h"])
    func `other texts are not durations`(text: String) {
        #expect(LockDuration(text) == nil)
    }
}
