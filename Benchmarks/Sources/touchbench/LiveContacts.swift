/// Which slots hold a contact after a stream of events.
struct LiveContacts {
    private static let absoluteType = 3
    private static let slotCode = 0x2f
    private static let trackingCode = 0x39

    private var slot: Int32 = 0
    private var slots: Set<Int32> = []

    /// Whether no contact is there.
    var isEmpty: Bool { slots.isEmpty }

    /// Takes in one event.
    mutating func take(_ type: Int, _ code: Int, _ value: Int32) {
        guard type == Self.absoluteType else { return }
        if code == Self.slotCode {
            slot = value
        } else if code == Self.trackingCode {
            if value < 0 {
                slots.remove(slot)
            } else {
                slots.insert(slot)
            }
        }
    }
}
