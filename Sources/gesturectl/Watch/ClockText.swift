import GestureClient
import Glibc

/// The time of day of events.
struct ClockText {
    /// Relates the two clocks; `nil` before it has been received.
    var hello: Hello?

    /// `14:03:11.204` in local time; spaces if the clocks are unknown.
    func time(at us: Int64) -> String {
        guard let hello else { return String(repeating: " ", count: 12) }
        let realtime = hello.realtimeUs(at: us)
        var seconds = time_t(realtime / 1_000_000)
        var parts = tm()
        guard localtime_r(&seconds, &parts) != nil else { return "\(realtime)" }
        let ms = Int32(realtime % 1_000_000 / 1_000)
        let clock = [parts.tm_hour, parts.tm_min, parts.tm_sec].map { digits($0, 2) }
        return clock.joined(separator: ":") + "." + digits(ms, 3)
    }

    private func digits(_ number: Int32, _ width: Int) -> String {
        let text = "\(number)"
        return String(repeating: "0", count: max(0, width - text.count)) + text
    }
}
