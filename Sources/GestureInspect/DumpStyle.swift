import Glibc
package import TouchCore

/// The style of `--dump`: in colour and with arrows on a terminal, in plain ASCII elsewhere.
package struct DumpStyle {
    /// The role of a text, which determines its attributes.
    package enum Role {
        case heading, time, landing, lift, began, changed, ended, cancelled
    }

    /// Whether to use colours: the terminal supports them, and the user wants them.
    package var isColoured: Bool
    /// Whether arrows and blocks may be used: the terminal shows UTF-8.
    package var isUnicode: Bool

    /// The style for output to the descriptor `number` (isatty(3), NO_COLOR, TERM, the locale).
    package init(descriptor number: Int32, environment: (String) -> String?) {
        let isTerminal = isatty(number) == 1
        let terminal = environment("TERM") ?? ""
        let refusesColour = !(environment("NO_COLOR") ?? "").isEmpty
        isColoured = isTerminal && !refusesColour && !terminal.isEmpty && terminal != "dumb"
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy
            .compactMap(environment).first { !$0.isEmpty }
        let encoding = (locale ?? "").lowercased()
        isUnicode = isTerminal && (encoding.contains("utf-8") || encoding.contains("utf8"))
    }

    /// `text` with the attributes of `role`.
    package func paint(_ text: String, _ role: Role) -> String {
        isColoured ? "\u{1b}[\(role.code)m\(text)\u{1b}[0m" : text
    }

    /// The mark for the change of a contact, one column wide.
    package func mark(_ change: FrameSnapshot.Contact.Change) -> String {
        switch change {
        case .landed: paint(isUnicode ? "↓" : "+", .landing)
        case .lifted: paint(isUnicode ? "↑" : "-", .lift)
        case .moved, .still: " "
        }
    }

    /// A bar of five characters for a fraction between 0 and 1; empty for NaN.
    package func bar(_ share: Double) -> String {
        let filled = share > 0 ? Int((min(share, 1) * 5).rounded()) : 0
        let (full, empty) = isUnicode ? ("▮", "▯") : ("#", ".")
        return String(repeating: full, count: filled) + String(repeating: empty, count: 5 - filled)
    }
}

extension DumpStyle.Role {
    /// The terminal's attribute (ECMA-48, SGR).
    fileprivate var code: String {
        switch self {
        case .heading: "1"
        case .time, .changed: "2"
        case .landing, .began: "32"
        case .lift: "33"
        case .ended: "1;36"
        case .cancelled: "31"
        }
    }
}

/// One frame for people: the positions of the fingers, in millimetres.
package struct FrameSnapshot {
    /// One contact of the frame.
    package struct Contact {
        /// The change of the contact in this frame.
        package enum Change {
            case landed, moved, still, lifted
        }

        package var slot: Int
        package var change: Change
        /// In millimetres from the surface's top left.
        package var position: Point
        /// Fraction of the pressure axis, 0 to 1; `nil` if the device has no such axis.
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
    /// The kernel's timestamp.
    package var time: Timestamp
    /// Whether events were lost before this frame.
    package var isResynchronised: Bool
    /// The contacts by slot. In one slot the contact that lifted precedes the one that landed.
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
