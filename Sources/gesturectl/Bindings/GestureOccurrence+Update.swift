import GestureClient

extension GestureOccurrence {
    /// The members of an update.
    ///
    /// - Parameter device: the touchscreen, if known.
    init(_ update: GestureUpdate, on device: TouchDevice?) {
        self.init(
            timeUs: update.timeUs,
            Self.story(of: update).merging(Self.place(of: update)) { $1 }
                .merging(Self.values(of: update.values)) { $1 }
                .merging(["device_name": device?.name, "output": device?.output]) { $1 }
                .compactMapValues { $0 })
    }

    private static func story(of update: GestureUpdate) -> [String: String?] {
        [
            "gesture": update.kind.rawValue, "name": update.name, "id": "\(update.id)",
            "phase": update.phase.rawValue, "reason": update.reason?.rawValue, "zone": update.zone,
            "device": "\(update.device)", "fingers": "\(update.fingers)",
            "time_us": "\(update.timeUs)", "duration_us": update.durationUs.map { "\($0)" },
        ]
    }

    private static func place(of update: GestureUpdate) -> [String: String?] {
        [
            "x": text(update.place?.x), "y": text(update.place?.y),
            "x_mm": text(update.place?.xMm), "y_mm": text(update.place?.yMm),
        ]
    }

    private static func values(of values: GestureValues) -> [String: String?] {
        let members = GestureValues.members.map { member in
            switch member.value(values) {
            case .number(let number): (member.name, text(number))
            case .word(let word): (member.name, word)
            case nil: (member.name, nil as String?)
            }
        }
        return Dictionary(members) { $1 }
    }

    /// A number as in the line: plain, with at most 5 decimal places.
    private static func text(_ number: Double?) -> String? {
        number.map { NumberText.decimal($0, places: 5) }
    }
}
