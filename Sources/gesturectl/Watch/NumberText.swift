/// Numbers as text for people.
enum NumberText {
    /// With at most `places` decimals, without trailing zeros.
    static func decimal(_ value: Double, places: Int = 1) -> String {
        var unit = 1.0
        for _ in 0..<places { unit *= 10 }
        let scaled = (value * unit).rounded()
        // Above this a Double has no decimals.
        guard scaled.magnitude < 1e15 else { return "\(value)" }
        let whole = Int64(scaled)
        let sign = whole < 0 ? "-" : ""
        let digits = String(whole.magnitude)
        let padded = String(repeating: "0", count: max(0, places + 1 - digits.count)) + digits
        var fraction = padded.suffix(places)
        while fraction.last == "0" { fraction.removeLast() }
        let point = fraction.isEmpty ? "" : "."
        return "\(sign)\(padded.dropLast(places))\(point)\(fraction)"
    }

    /// A duration: `86 ms`, `1.2 s`, `3 min 5 s`, `2 h 10 min`, `12 d 3 h`.
    static func duration(us: Int64) -> String {
        let us = max(0, us)
        let seconds = us / 1_000_000
        switch us {
        case ..<1_000: return "\(us) µs"
        case ..<1_000_000: return "\(us / 1_000) ms"
        case ..<60_000_000: return "\(decimal(Double(us) / 1e6)) s"
        case ..<3_600_000_000: return "\(seconds / 60) min \(seconds % 60) s"
        case ..<86_400_000_000: return "\(seconds / 3_600) h \(seconds % 3_600 / 60) min"
        default: return "\(seconds / 86_400) d \(seconds % 86_400 / 3_600) h"
        }
    }

    /// A count with its noun: `1 finger`, `2 fingers`.
    static func count(_ count: Int, _ noun: String) -> String {
        "\(count) \(noun)\(count == 1 ? "" : "s")"
    }

    /// `text` padded with spaces to `width` characters.
    static func padded(_ text: String, to width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - text.count))
    }
}
