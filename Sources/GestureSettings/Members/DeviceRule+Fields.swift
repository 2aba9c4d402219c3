import LinuxIO
import TouchCore

extension DeviceRule {
    /// The configurable members.
    static var fields: [Field<Self>] { panelFields + outputFields + contactFields }

    /// The members for which devices are read, and for their axes.
    private static var panelFields: [Field<Self>] {
        [
            Field(
                "match", in: \.match, DeviceMatch.fields,
                """
                The devices to which the entry applies: every given member must match, and without \
                members all devices match. If several entries match, all apply in order, and a \
                later one overrides members of an earlier one.
                """),
            Field(
                "ignore", \.ignore, .flag, sample: false, otherwise: "false",
                "Whether gestured ignores the device."),
            Field(
                "as", \.declaredRole, .choice, sample: .touchscreen, otherwise: "as udev tags it",
                """
                Reads the device as a touchscreen, whatever udev calls it: for touch panels that \
                report themselves as a mouse with absolute positions. A match must name the \
                device.
                """),
            Field(
                "size_mm", \.size, .size, sample: SurfaceSize(width: 344, height: 194),
                otherwise: "as the device reports",
                """
                Width and height of the panel before rotation, in mm, as a ruler shows them. For \
                panels that report no size, or a wrong one: every length depends on it.
                """),
            Field(
                "rotation", \.quarterTurns, .quarterTurns, sample: 1, otherwise: "0",
                "How far the panel is turned clockwise, in degrees; applied after calibration."),
            Field(
                "calibration", \.calibration, .calibration, sample: .identity,
                otherwise: "nothing is done",
                """
                The first two rows of a matrix that maps positions, as shares of the sides. udev's \
                LIBINPUT_CALIBRATION_MATRIX has the same form, and is applied before.
                """),
        ]
    }

    /// The members for the screen behind the panel.
    private static var outputFields: [Field<Self>] {
        [
            Field(
                "output", \.output, .text, sample: "HDMI-1", otherwise: "none",
                """
                The name of the screen behind the panel. Clients receive it to map positions to \
                pixels, and zones can select devices by it.
                """),
            Field(
                "mapped", \.isMapped, .flag, sample: false, otherwise: "false",
                """
                Whether the compositor maps touches to that screen, as sway's map_to_output does. \
                Edges, directions and zones then follow the screen when it turns, as \
                gestured-session reports it (clients.outputs).
                """),
        ]
    }

    /// The members for contacts, and for other programs.
    private static var contactFields: [Field<Self>] {
        [
            Field(
                "force", in: \.force, ForceCalibration.fields,
                initial: ForceCalibration(),
                sample: ForceCalibration(source: .pressure, minimum: 12, maximum: 879),
                """
                The source of force. A later entry replaces it as a whole. With a range, \
                deep_press uses force sooner.
                """),
            Field(
                "filter", in: \.filter, FilterRule.fields,
                "How contacts become fingers (docs/gestures/contacts.md)."),
            Field(
                "grab", \.grab, .flag, sample: false, otherwise: "false",
                "Whether gestured grabs the device: no other program receives its touches."),
        ]
    }
}

extension DeviceMatch {
    /// The configurable members.
    static var fields: [Field<Self>] {
        [
            Field(
                "name", \.name, .pattern, sample: NamePattern("ELAN*"), otherwise: "any",
                "A pattern for the device's name, with *, ? and [...]."),
            Field(
                "vendor", \.vendor, .identifier, sample: 0x04f3, otherwise: "any",
                "The vendor, as lsusb and --list-devices print it."),
            Field(
                "product", \.product, .identifier, sample: 0x2234, otherwise: "any",
                "The vendor's number for the product."),
            Field(
                "path", \.path, .pattern, sample: NamePattern("/dev/input/by-path/*"),
                otherwise: "any",
                """
                A pattern for the device's node, or for a link to it. Recordings have none, and match \
                no pattern.
                """),
        ]
    }
}

extension FilterRule {
    /// The configurable members.
    static var fields: [Field<Self>] { sampleFields + faultFields + contactFields }

    /// The members for samples, and for contacts that appear.
    private static var sampleFields: [Field<Self>] {
        [
            Field(
                "jitter", \.jitter, .length(0...10), sample: 0.4, otherwise: "0.4mm",
                """
                Movements up to this size are held back. More calms a noisy panel, but the \
                position trails behind by as much.
                """),
            Field(
                "min_events", \.minimumEvents, .integer(1...100), sample: 1, otherwise: "1",
                """
                Number of frames that must name a contact before it counts; after 60 ms it counts \
                anyway. More helps on panels with ghosts, but delays every touch.
                """),
            Field(
                "confirm", \.confirmation, .choice, sample: .late,
                otherwise: "late, and all once the device has shown ghosts",
                """
                Which contacts count only once a second frame has them, or after 20 ms: late ones, \
                which land while others are down, all, or none. A ghost lasts for one frame.
                """),
        ]
    }

    /// The members for the size and the movement of contacts.
    private static var contactFields: [Field<Self>] {
        [
            Field(
                "palm", in: \.self, palmFields,
                """
                Which contacts are too large for a finger; without it no contact is judged by \
                size.
                """),
            Field(
                "one_euro", in: \.oneEuro, OneEuroSettings.fields, initial: OneEuroSettings(),
                sample: OneEuroSettings(),
                "A smoother filter of positions in place of jitter: less noise, more delay."),
            Field(
                "pauses", \.pauses, .choice, sample: .stop, otherwise: "stop",
                """
                Whether a finger that has not moved for 40 ms, or for 2.5 frames of a slow panel, has \
                the velocity 0 (stop), or keeps its velocity for 80 ms after its last sample (keep).
                """),
            Field(
                "still_after", \.stillAfter, .time(0...3_600_000), sample: .seconds(3),
                otherwise: "3s",
                """
                Taps ignore a contact that has not moved by 3 mm for this time, while three others \
                landed and lifted; 0s: they ignore none.
                """),
            Field(
                "stuck_after", \.stuckAfter, .time(0...3_600_000), sample: .seconds(120),
                otherwise: "120s",
                """
                A contact that has not moved by 3 mm for this time is not a finger. Less frees a \
                wet panel sooner, but also ignores fingers that rest; 0s never ignores any.
                """),
        ]
    }

    /// What a panel does that no finger did.
    private static var faultFields: [Field<Self>] {
        [
            Field(
                "spikes", \.spikes, .choice, sample: .drop,
                otherwise: "jumps, and drop once the device has shown spikes",
                """
                Whether a sample that lies far from the one before counts only once the next one \
                confirms it, or after 40 ms (drop), or immediately (keep). With jumps only steps \
                that no finger makes wait, whatever the device shows. A spike lasts for one frame.
                """),
            Field(
                "splits", \.splits, .choice, sample: .drop,
                otherwise: "near, and drop once the device has shown splits",
                """
                Whether a contact that lands up to 12 mm from a finger is a part of it and does not \
                count until it is 15 mm away (drop), or is a finger (keep). With near it is a part \
                up to 9 mm, whatever the device shows. Contacts split on wet glass.
                """),
            Field(
                "landings", \.landings, .choice, sample: .late,
                otherwise: "on_time, and late once the device has shown late landings",
                """
                When the panel reports a finger that lands: in the first frame that sees it, or in \
                the second (late). A stroke over the bezel is drawn back by one frame, or by two, \
                and so begins at the side; with as_seen by none.
                """),
            Field(
                "stitch", \.stitch, .time(0...500), sample: .milliseconds(40),
                otherwise: "20ms to 170ms once the device has shown breaks",
                """
                How long the lift of a contact is held back, so that a contact that disappears for a \
                few frames continues; 40 ms at most if it may be a tap. Every gesture ends later by \
                as much; 0ms holds none.
                """),
            Field(
                "stitch_distance", \.stitchDistance, .length(0...100), sample: 6, otherwise: "6mm",
                """
                Maximum distance between where such a contact comes back and where it was or would \
                be. More joins faster fingers, but also different ones.
                """),
        ]
    }

    private static var palmFields: [Field<Self>] {
        [
            Field(
                "major", \.palmMajor, .length(0...1_000), sample: 20, otherwise: "0mm",
                "The touch size from which on a contact is a palm; with 0mm no contact is.")
        ]
    }
}

extension ForceCalibration {
    /// The configurable members.
    static var fields: [Field<Self>] {
        [
            Field(
                "source", \.source, .choice,
                "The pressure axis, or the touch size, which is a poor substitute."),
            Field(
                "minimum", \.minimum, .deviceUnits, sample: 12,
                otherwise: "the minimum of the axis",
                "The value that is a force of 0, in the units of the device (evtest shows them)."),
            Field(
                "maximum", \.maximum, .deviceUnits, sample: 879,
                otherwise: "the maximum of the axis",
                "The value that is a force of 1, in the units of the device."),
        ]
    }
}

extension OneEuroSettings {
    /// The configurable members.
    static var fields: [Field<Self>] {
        [
            Field(
                "min_cutoff_hz", \.minimumCutoff, .number(0.01...1_000),
                "Cut-off for a resting finger, in Hz: less is calmer, but slower."),
            Field(
                "beta", \.beta, .number(0...10),
                """
                How much the cut-off rises with speed, in Hz per mm/s: with more, the position \
                lags less.
                """),
        ]
    }
}
