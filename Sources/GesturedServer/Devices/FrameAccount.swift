import TouchCore

/// One frame in words that people use: where the fingers are, in millimetres.
struct FrameAccount {
    /// One contact of the frame.
    struct Contact {
        /// What became of it.
        enum Change {
            case landed, moved, still, lifted
        }

        var slot: Int
        var change: Change
        /// In millimetres from the surface's top left.
        var position: Point
        /// Share of the pressure axis, 0 to 1; `nil` where the device has none.
        var pressure: Double?
        var isPalm: Bool
    }

    /// The number of the device.
    var device: Int
    /// The kernel's stamp.
    var time: Timestamp
    /// Events were lost before this frame.
    var isResynchronised: Bool
    /// By slot; of one slot the contact that lifted stands before the one that landed.
    var contacts: [Contact]
}
