/// Kinds that are listed in turn where more gestures than the standard ones are wanted.
private let kinds = [
    "tap", "press", "long_press", "drag", "swipe", "magnify", "rotate", "deep_press",
]

/// What is recognised where nothing is configured; a zone has to list it.
private let standardList = """
     [{ tap: {} }, { long_press: {}, simultaneous: [deep_press, magnify, rotate] }, \
    { drag: {}, simultaneous: [deep_press, long_press, magnify, rotate, swipe] }, { swipe: {} }, \
    { magnify: {}, simultaneous: [rotate] }, { rotate: {} }, { deep_press: {} }]
    """

/// What `gestured.yaml` would hold for so many gestures in each zone, and so many zones.
///
/// Gestures are recognised all at the same time, so that each costs what it can. Zones are columns
/// side by side, that take what lands on them; without them there is the whole surface alone. The
/// 256th zone is the whole surface, below 255 columns.
func benchConfiguration(gestures: Int?, zones: Int?) -> String {
    let list = gestures.map(gestureList) ?? standardList
    guard let zones else { return "gestures:\(list)\n" }
    let columns = min(zones, 255)
    var text = "zones:\n"
    for column in 0..<columns {
        let left = Double(column) / Double(columns)
        let width = Double(column + 1) / Double(columns) - left
        text += "  - name: column\(column)\n"
        text += "    rect: { x: \(left), y: 0, width: \(width), height: 1 }\n"
        text += "    gestures:\(list)\n"
    }
    return text
}

/// A list in one line.
private func gestureList(_ count: Int) -> String {
    let items = (0..<count).map { index in
        "{ \(kinds[index % kinds.count]): {}, name: g\(index), simultaneous: all }"
    }
    return " [\(items.joined(separator: ", "))]"
}
