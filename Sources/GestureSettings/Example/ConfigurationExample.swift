import LinuxIO
import TouchCore

/// The text of `packaging/gestured.yaml`: every member with its description, and every default.
enum ConfigurationExample {
    private static let head = """
        # gestured.yaml: every member, with the default that applies without this file.
        #
        # Copy the members that you want to change to /etc/gestured/gestured.yaml. A member that you leave
        # out keeps its default. A list (gestures, devices, zones) replaces the default list: copy all of
        # its entries, not only those that you change. Then run
        #
        #     gestured --check
        #
        # It prints each problem with its line. Members and entries that begin with # without a space after
        # it are switched off. To switch one on, delete this # and those of the lines that belong to
        # it.
        #
        # A length takes mm, a time ms, s, min or h, a speed mm/s, an angle deg. A maximum of zero
        # means no limit, a minimum of zero is always met.
        """

    /// The whole text.
    static var text: String {
        let builder = ConfigurationBuilder()
        let lists = [
            "devices": devices, "gesture_lists": gestureLists, "gestures": gestures, "zones": zones,
        ]
        let blocks = ConfigurationBuilder.fields().map { field in
            var description = field.description(builder)
            if let entries = lists[description.name] { description.value = .list(entries) }
            return FieldText([description], indent: 0).lines.joined(separator: "\n")
        }
        return ([head] + blocks).joined(separator: "\n\n") + "\n"
    }

    private static var devices: [String] {
        let descriptions = DeviceRule.fields.map { $0.description(DeviceRule()).sampled }
        let lines = FieldText(descriptions, indent: 4).lines
        return FieldText.disabled(FieldText.entry(lines, indent: 2), indent: 2)
    }

    private static var gestureLists: [String] {
        let tap = ConfiguredGesture(.tap(.init()))
        let hold = ConfiguredGesture(.longPress(.init()), name: "hold")
        let lines = ["  buttons:"] + compact(tap, indent: 4) + compact(hold, indent: 4)
        return FieldText.disabled(lines, indent: 2)
    }

    private static var zones: [String] {
        var tap = TapThresholds()
        tap.count = 5...5
        tap.maximumGap = .milliseconds(600)
        let gesture = ConfiguredGesture(.tap(tap), name: "open_service_menu")
        var builder = ZoneBuilder()
        builder.zone.name = "service_corner"
        let descriptions = ZoneBuilder.fields(GestureReader()).map { field in
            var description = field.description(builder).sampled
            if description.name == "gestures" {
                description.value = .list(compact(gesture, indent: 6))
            }
            return description
        }
        let lines = FieldText(descriptions, indent: 4).lines
        return FieldText.disabled(FieldText.entry(lines, indent: 2), indent: 2)
    }
}

// MARK: - Gestures

extension ConfigurationExample {
    private static var gestures: [String] {
        let builtIn = GestureConfiguration.standard.zones[0].gestures
        let listed = builtIn.enumerated().flatMap { entry($1, isFirst: $0 == 0) }
        let kinds = Set(builtIn.map(\.kind))
        let others = GestureKind.allCases.filter { !kinds.contains($0) }.compactMap(\.thresholds)
            .flatMap { kind in
                FieldText.disabled(
                    entry(ConfiguredGesture(kind.init().definition), isFirst: false), indent: 2)
            }
        return listed + others + compositions
    }

    /// A gesture with all its thresholds. The first entry also has all members beside the kind.
    private static func entry(_ gesture: ConfiguredGesture, isFirst: Bool) -> [String] {
        let thresholds = gesture.definition.thresholds?.descriptions ?? []
        let members = GestureEntry.fields.map { $0.description(GestureEntry(gesture)) }
        let defaults = GestureEntry.fields.map { $0.description(GestureEntry()) }
        let shown = zip(members, defaults).filter { isFirst || $0.0.valueText != $0.1.valueText }
        return ["  - \(gesture.kind.rawValue):"]
            + FieldText(thresholds, indent: 6).lines
            + FieldText(shown.map(\.0), indent: 4, isDocumented: isFirst).lines
    }

    private static var compositions: [String] {
        var hold = LongPressThresholds()
        hold.minimumDuration = .seconds(1)
        let examples: [(words: String, gesture: ConfiguredGesture)] = [
            (
                """
                The second part starts when the first has ended, or a long press has begun, whose \
                fingers then continue.
                """,
                composed(.sequence, [.longPress(hold), .drag(.init())], "move_item").besideAll
            ),
            (
                "Active while a part is. Use it in place of magnify and rotate, which would win over it.",
                composed(.simultaneous, [.magnify(.init()), .rotate(.init())], "turn_and_zoom")
            ),
            (
                "The first part has precedence: the second is emitted only while the first has not begun.",
                composed(.exclusive, [.swipe(.init()), .drag(.init())], "throw_or_move").besideAll
            ),
        ]
        return examples.flatMap { example in
            FieldText.comment(example.words, indent: 2)
                + FieldText.disabled(compact(example.gesture, indent: 2), indent: 2)
        } + adminExit
    }

    /// An example of a hidden gesture for leaving a kiosk.
    private static var adminExit: [String] {
        var taps = TapThresholds()
        taps.count = 5...5
        taps.maximumGap = .milliseconds(600)
        var hold = LongPressThresholds()
        hold.minimumDuration = .seconds(1)
        let corner = ZoneRect(
            horizontal: .fromEnd(.share(0), length: .millimetres(25)),
            vertical: .fromStart(.share(0), length: .millimetres(25)))
        let parts = [GestureDefinition.tap(taps), .longPress(hold)].map {
            ConfiguredGesture($0, place: corner)
        }
        let gesture = ConfiguredGesture(
            .composition(GestureComposition(.sequence, parts)), name: "admin_exit",
            simultaneous: .all)
        let words = """
            A hidden way out: five taps in the top right corner, then a hold of a second in the same \
            place. changed is emitted at that second. in also takes the name of a zone.
            """
        return FieldText.comment(words, indent: 2)
            + FieldText.disabled(compact(gesture, indent: 2), indent: 2)
    }

    private static func composed(
        _ rule: GestureComposition.Rule, _ parts: [GestureDefinition], _ name: String
    ) -> ConfiguredGesture {
        let parts = parts.map { ConfiguredGesture($0) }
        return ConfiguredGesture(.composition(GestureComposition(rule, parts)), name: name)
    }

    /// A gesture without comments: its kind with the values that are not defaults, and the members
    /// that are not defaults.
    private static func compact(_ gesture: ConfiguredGesture, indent: Int) -> [String] {
        let space = String(repeating: " ", count: indent)
        var lines: [String]
        if case .composition(let composition) = gesture.definition {
            lines = ["\(space)- \(gesture.kind.rawValue):"]
            lines += composition.parts.flatMap { compact($0, indent: indent + 4) }
        } else {
            let changes = gesture.definition.thresholds?.changesText ?? "{}"
            lines = ["\(space)- \(gesture.kind.rawValue): \(changes)"]
        }
        if let place = gesture.place {
            lines.append("\(space)  in: \(ValueSchema<ZoneRect>.rect.write(place))")
        }
        if gesture.name != gesture.kind.rawValue { lines.append("\(space)  name: \(gesture.name)") }
        if gesture.simultaneous == .all { lines.append("\(space)  simultaneous: all") }
        return lines
    }
}

extension ConfiguredGesture {
    /// The gesture with `simultaneous: all`: it competes with no gesture of the list.
    fileprivate var besideAll: ConfiguredGesture {
        var gesture = self
        gesture.simultaneous = .all
        return gesture
    }
}

/// The tables of `docs/configuration.md`: every member, with its default, range and meaning.
enum ConfigurationTables {
    /// The tables by their names on the page.
    static var all: [(name: String, text: String)] {
        let screen = ConfigurationBuilder()
        let settings = ConfigurationBuilder.fields().map { $0.description(screen) }
        let kinds = GestureKind.allCases.compactMap(\.thresholds).map { kind in
            (kind.kind.rawValue, table(kind.init().descriptions))
        }
        return [
            ("settings", table(settings.filter { !lists.contains($0.name) })),
            ("devices", table(DeviceRule.fields.map { $0.description(DeviceRule()) })),
            ("gesture", table(GestureEntry.fields.map { $0.description(GestureEntry()) })),
            ("zone", table(zone)),
        ] + kinds
    }

    private static let lists = ["devices", "gesture_lists", "gestures", "zones"]

    private static var zone: [FieldDescription] {
        ZoneBuilder.fields(GestureReader()).map { field in
            var description = field.description(ZoneBuilder())
            if description.name == "name" {
                description.value = .missing("must be given", sample: "")
            }
            return description
        }
    }

    private static func table(_ descriptions: [FieldDescription]) -> String {
        let head = [
            "| member | default | takes | since | meaning |", "| --- | --- | --- | --- | --- |",
        ]
        return (head + descriptions.flatMap { rows($0, below: "") }).joined(separator: "\n") + "\n"
    }

    private static func rows(_ description: FieldDescription, below path: String) -> [String] {
        let name = path + description.name
        switch description.value {
        case .given(let text): return [row(description, name, "`\(text)`")]
        case .missing(let otherwise, _): return [row(description, name, otherwise)]
        case .fields(let fields), .missingFields(let fields, _):
            return [row(description, name, "–")] + fields.flatMap { rows($0, below: name + ".") }
        case .list: return [row(description, name, "–")]
        }
    }

    private static func row(_ description: FieldDescription, _ name: String, _ value: String)
        -> String
    {
        let range = description.range.isEmpty ? "–" : description.range
        let cells = ["`\(name)`", value, range, description.since, description.about]
        return "| " + cells.joined(separator: " | ") + " |"
    }
}
