import CEvdev

/// One contact as a device of protocol A tells it.
struct ToldContact {
    var x: Int32
    var y: Int32
    /// Its tracking id, where the device tells any.
    var id: Int32?

    static func at(_ x: Int32, _ y: Int32, id: Int32? = nil) -> ToldContact {
        ToldContact(x: x, y: y, id: id)
    }

    var events: [input_event] {
        (id.map { [.id($0)] } ?? []) + [.x(x), .y(y), .endOfContact]
    }

    func squaredDistance(to other: ToldContact) -> Double {
        let (dx, dy) = (Double(other.x) - Double(x), Double(other.y) - Double(y))
        return dx * dx + dy * dy
    }

    func squaredDistance(to slot: SlotSnapshot) -> Double {
        squaredDistance(to: .at(slot.x, slot.y))
    }
}

extension FrameAssembler {
    /// The frame in which a device of protocol A tells these contacts, and what follows them.
    func frame(_ contacts: [ToldContact], _ others: input_event...) -> FrameSnapshot? {
        frames(contacts.flatMap(\.events) + others + [.report]).first
    }
}

extension cevdev_layout {
    /// A device of protocol A with BTN_TOUCH; the slots are those that tests look at.
    static func anonymous() -> cevdev_layout {
        var layout = cevdev_layout()
        layout.anonymous = true
        layout.has_btn_touch = true
        layout.slots = 16
        return layout
    }
}
