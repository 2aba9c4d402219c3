import LinuxIO
import Testing

struct LockTests {
    @Test(arguments: [("1s", 1), ("30s", 30), ("2m", 120), ("24h", 86_400)])
    func `a duration has a unit`(text: String, seconds: Int) {
        #expect(UnitDuration(text)?.seconds == seconds)
    }

    @Test(arguments: [
        "", "30", "s", "0s", "-1s", "1.5s", "25h", "9223372036854775807h", "99999999999999999999s",
    ])
    func `other texts are not durations`(text: String) {
        #expect(UnitDuration(text) == nil)
    }
}
