/// `value` with exactly `places` digits after the point, at least `width` characters wide.
///
/// For people: right-aligned, so that columns stand under each other. A value that no panel can
/// give (not finite, or beyond 10¹²) is `?`.
package func fixedDecimal(_ value: Double, places: Int, width: Int = 0) -> String {
    var scale: Int64 = 1
    for _ in 0..<places {
        scale *= 10
    }
    let text: String
    if value.isFinite, value.magnitude < 1e12 {
        let units = Int64((value.magnitude * Double(scale)).rounded())
        let fraction = String(units % scale)
        let zeros = String(repeating: "0", count: max(places - fraction.count, 0))
        let sign = value < 0 && units != 0 ? "-" : ""
        text = sign + String(units / scale) + (places > 0 ? "." + zeros + fraction : "")
    } else {
        text = "?"
    }
    return String(repeating: " ", count: max(width - text.count, 0)) + text
}
