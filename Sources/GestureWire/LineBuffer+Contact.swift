internal import TouchCore

extension LineBuffer {
    /// Appends the body of a `contact` line.
    public mutating func appendContactBody(_ contact: ContactRecord) {
        append(#","time_us":"#)
        append(integer: contact.time.microseconds)
        append(#","device":"#)
        append(integer: contact.device)
        append(#","slot":"#)
        append(integer: contact.slot)
        append(#","tracking_id":"#)
        append(integer: Int64(contact.trackingID))
        append(contact.phase.wireMember)
        append(#","x":"#)
        append(decimal: contact.unitPosition.x, places: .five)
        append(#","y":"#)
        append(decimal: contact.unitPosition.y, places: .five)
        append(#","x_mm":"#)
        append(decimal: contact.position.x, places: .two)
        append(#","y_mm":"#)
        append(decimal: contact.position.y, places: .two)
        appendForce(of: contact)
        appendExtents(of: contact)
        append("}\n")
    }

    private mutating func appendForce(of contact: ContactRecord) {
        guard let force = contact.force, let source = contact.forceSource else { return }
        append(#","force":"#)
        append(decimal: force, places: .four)
        append(source.wireMember)
    }

    private mutating func appendExtents(of contact: ContactRecord) {
        if let major = contact.major {
            append(#","major":"#)
            append(integer: Int64(major.raw))
        }
        if let minor = contact.minor {
            append(#","minor":"#)
            append(integer: Int64(minor.raw))
        }
        if let length = contact.major?.millimetres {
            append(#","major_mm":"#)
            append(decimal: length, places: .two)
        }
        if let width = contact.minor?.millimetres {
            append(#","minor_mm":"#)
            append(decimal: width, places: .two)
        }
    }
}

extension ContactRecord.Phase {
    /// `,"phase":"…"`
    var wireMember: StaticString {
        switch self {
        case .began: #","phase":"began""#
        case .changed: #","phase":"changed""#
        case .ended: #","phase":"ended""#
        }
    }
}
