package import TouchCore

/// One frame in words that people use: where the fingers are, in millimetres.
package struct FrameAccount {
    /// One contact of the frame.
    package struct Contact {
        /// What became of it.
        package enum Change {
            case landed, moved, still, lifted
        }

        package var slot: Int
        package var change: Change
        /// In millimetres from the surface's top left.
        package var position: Point
        /// Share of the pressure axis, 0 to 1; `nil` where the device has none.
        package var pressure: Double?
        package var isPalm: Bool

        package init(
            slot: Int, change: Change, position: Point, pressure: Double?, isPalm: Bool
        ) {
            self.slot = slot
            self.change = change
            self.position = position
            self.pressure = pressure
            self.isPalm = isPalm
        }
    }

    /// The number of the device.
    package var device: Int
    /// The kernel's stamp.
    package var time: Timestamp
    /// Events were lost before this frame.
    package var isResynchronised: Bool
    /// By slot; of one slot the contact that lifted stands before the one that landed.
    package var contacts: [Contact]

    package init(
        device: Int, time: Timestamp, isResynchronised: Bool, contacts: [Contact]
    ) {
        self.device = device
        self.time = time
        self.isResynchronised = isResynchronised
        self.contacts = contacts
    }
}
