/// The members of a gesture's line that a program needs in order to pass the line on.
package struct GestureLineHead {
    /// The `id` of the gesture.
    package let id: Int64
    /// Whether the line is the first of several of its gesture.
    package let isBegan: Bool
    /// Whether the line is the last of its gesture.
    package let isEnd: Bool

    /// Reads a line in the form that the daemon writes, without its line feed. `nil` for any other
    /// line, and for a composition, whose parts must be read.
    package init?(_ bytes: UnsafeRawBufferPointer) {
        guard let line = CompactLine(bytes) else { return nil }
        var (type, time, device): (CompactLine.Member?, CompactLine.Member?, CompactLine.Member?)
        var (kind, id, phase): (CompactLine.Member?, CompactLine.Member?, CompactLine.Member?)
        // The first of members with the same name counts.
        let isCompact = line.forEachMember { key, member in
            switch key {
            case CompactLine.key("type"): type = type ?? member
            case CompactLine.key("time_us"): time = time ?? member
            case CompactLine.key("device"): device = device ?? member
            case CompactLine.key("gesture"): kind = kind ?? member
            case CompactLine.key("id"): id = id ?? member
            case CompactLine.key("phase"): phase = phase ?? member
            default: break
            }
            return phase == nil || id == nil || kind == nil || device == nil || time == nil
                || type == nil
        }
        guard isCompact, let type, line.holds("gesture", type), let time, let device, let kind,
            let id, let phase, time.isInteger, device.isInteger,
            line.isString(kind), let number = line.integer(id), line.isString(phase)
        else { return nil }
        self.id = number
        isBegan = line.holds("began", phase)
        isEnd = line.holds("ended", phase) || line.holds("cancelled", phase)
    }
}
