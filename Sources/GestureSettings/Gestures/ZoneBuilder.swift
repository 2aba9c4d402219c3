package import TouchCore
import YAMLDocument

/// A zone while it is read, from a file or a request.
package struct ZoneBuilder {
    package var zone = ZoneConfiguration(name: "", gestures: [])
    var gestures: [ConfiguredGesture] = []
    /// `gestures` with their positions in the file; empty if the file has none.
    var entries: [GestureEntry] = []
    /// Which gestures take precedence.
    var priority = GesturePriority.narrow
    /// The profile with the defaults of the thresholds. If `nil`, that of the whole configuration.
    var profile: GestureProfile?
    /// The position of the zone's name; `nil` if it has none.
    var nameMark: YAMLMark?

    /// The zone as it was read.
    package var configuration: ZoneConfiguration {
        var configuration = ZoneConfiguration(
            name: zone.name, rect: zone.rect, gestures: gestures, priority: priority)
        configuration.devices = zone.devices
        configuration.mask = zone.mask
        configuration.hands = zone.hands
        configuration.handSpan = zone.handSpan
        configuration.landingWindow = zone.landingWindow
        configuration.liftQuiet = zone.liftQuiet
        configuration.heldAfter = zone.heldAfter
        return configuration
    }

    /// The members of every zone. Those of `screen` are at the top level of the file.
    static func handFields(
        _ reader: GestureReader
    ) -> [Field<ZoneBuilder>] {
        [
            Field(
                "hands", \.zone.hands, .integer(1...ZoneConfiguration.handLimit),
                """
                Maximum number of hands at a time, for tables where several people touch at once. \
                With more than 1, a finger that lands later than the others and more than 80 mm \
                from them is another hand.
                """),
            Field(
                "hand_span", \.zone.handSpan, .length(ZoneConfiguration.handSpanRange),
                """
                With several hands, how far a finger may land from the nearest other one of its \
                hand, if they land together. With less, people near each other are kept apart, but \
                wide pinches begin as two hands; 0mm accepts any distance.
                """),
            Field(
                "landing_window", \.zone.landingWindow, .time(ZoneConfiguration.landingWindowRange),
                """
                Fingers that land within this time of the one before land together. With more, \
                slow hands land together, but gestures that one finger began are cancelled later.
                """),
            Field(
                "lift_quiet", \.zone.liftQuiet, .time(ZoneConfiguration.liftQuietRange),
                """
                Time after a lift that leaves fingers in which no drag, magnify or rotate begins. \
                With less, fingers that lift one after another make small gestures.
                """),
            Field(
                "held_after", \.zone.heldAfter, .time(ZoneConfiguration.heldAfterRange),
                """
                Beside fingers that have been down for longer than this, and have stayed within 4 \
                mm, another finger taps, and their gestures continue. 0ms: it cancels them, and \
                is a tap only within 500 ms.
                """),
            Field(
                "priority", \.priority, .choice,
                """
                Which gestures are tried first if one step decides several. narrow: one with a \
                name before a more general one of its kind. list: in the order of the list.
                """),
            Field(
                name: "gestures",
                range: "a list of gestures, default, screen_reader, or the name of a list or zone",
                about: """
                    What is recognised. The first gesture to begin wins. { from: default, \
                    with: [...], without: [...] } is a list with changes.
                    """,
                read: { node, builder, problems in
                    guard let list = reader.read(node, &problems) else { return }
                    (builder.entries, builder.gestures) = list
                },
                value: { _ in .given("[]") }),
        ]
    }

    /// The members of a zone of the list `zones`.
    static func fields(_ reader: GestureReader) -> [Field<ZoneBuilder>] {
        requestFields(reader) + [
            Field(
                "profile", \.profile, .choice, sample: .slowHands,
                otherwise: "that of the configuration",
                "The profile whose defaults its thresholds have.")
        ]
    }

    /// The members that a client can specify for its own zone.
    static func requestFields(_ reader: GestureReader) -> [Field<ZoneBuilder>] {
        [
            Field(
                "name", \.zone.name, .name,
                "The name by which clients know the zone; screen is the whole surface."),
            Field(
                "rect", \.zone.rect, .rect,
                sample: ZoneRect(
                    x: .share(0.92), y: .share(0), width: .share(0.08), height: .share(0.1)),
                otherwise: "the whole surface",
                """
                Its place after calibration and rotation. Each member is a share of the side or a \
                length: x and y from the top left, right and bottom from the other sides. Two of \
                x, width and right, or none for the whole width; the same for the height.
                """),
            Field(
                "devices", \.zone.devices, .texts("names or outputs"),
                """
                The devices that have the zone, by name or output; if none is named, every device.
                """),
            Field(
                "mask", \.zone.mask, .choice,
                """
                Which gestures receive the fingers in it. gestures: its own, where no zone lies \
                above. inside: only those of zones above. all: its own, even where a zone lies \
                above. several: as all, but a touch of several fingers is its own alone, even where \
                a zone lies above. none: no gesture.
                """),
        ] + handFields(reader)
    }
}
