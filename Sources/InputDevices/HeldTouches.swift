/// The contacts and buttons of a panel that are down after a stream of events.
///
/// A player that ends before the recording's last lift must release them.
package struct HeldTouches: Sendable {
    private let hasSlots: Bool
    private let isAnonymous: Bool
    private var slot: Int32 = 0
    /// The slots with a contact, in the order in which they landed.
    private var contacts: [Int32] = []
    private var buttons: Set<UInt16> = []
    private var pressure: Int32 = 0
    /// For protocol A: whether the present frame has contacts, and whether the last one had.
    private var anonymous = (present: false, last: false)
    /// Whether events came after the last `SYN_REPORT`.
    private var isInFrame = false

    /// Creates a record for `device` in which nothing is down.
    package init(of device: InputDevice) {
        hasSlots = device.slotCount > 0
        isAnonymous = !hasSlots && device.has(.absMTPositionX)
    }

    /// Records an event.
    package mutating func receive(_ event: InputEvent) {
        isInFrame = event.inputCode != .synReport
        switch event.inputCode {
        case .absMTSlot: slot = event.value
        case .absMTTrackingID where hasSlots: setContact(event.value >= 0)
        case .absMTPositionX: anonymous.present = true
        case .absPressure: pressure = event.value
        case .synReport: anonymous = (false, anonymous.present)
        case let code where code.type == InputEventType.key:
            if event.value != 0 { buttons.insert(code.code) } else { buttons.remove(code.code) }
        default: break
        }
    }

    private mutating func setContact(_ isDown: Bool) {
        contacts.removeAll { $0 == slot }
        // The kernel has no more than 1024 slots, but a file may name any number.
        if isDown, contacts.count < 1_024 { contacts.append(slot) }
    }

    /// The events that lift everything and select the first slot, at the time `timeUs`; empty if
    /// nothing is down and no frame is unfinished.
    ///
    /// - Parameter report: the value of the `SYN_REPORT`. With 1, the lifts count as releases by
    ///   the kernel, not as lifts of fingers.
    package func lifts(at timeUs: Int64, report: Int32 = 0) -> [InputEvent] {
        var changes: [(InputCode, Int32)] = []
        for contact in contacts { changes += [(.absMTSlot, contact), (.absMTTrackingID, -1)] }
        // A frame that has contacts of protocol A cannot also lift them.
        if isAnonymous, anonymous.present { changes.append((.synReport, 0)) }
        if isAnonymous, anonymous.last || anonymous.present { changes.append((.synMTReport, 0)) }
        changes += buttons.sorted().map { (.key($0), 0) }
        if pressure != 0, !changes.isEmpty || isPressed { changes.append((.absPressure, 0)) }
        guard !changes.isEmpty || isInFrame else { return [] }
        if hasSlots { changes.append((.absMTSlot, 0)) }
        changes.append((.synReport, report))
        return changes.map { InputEvent(timeUs: timeUs, $0.0, value: $0.1) }
    }

    /// Whether pressure is the only sign of a contact.
    private var isPressed: Bool { !hasSlots && !isAnonymous && pressure > 0 }
}
