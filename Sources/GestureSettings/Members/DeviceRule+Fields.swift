import LinuxIO
import TouchCore

extension DeviceRule {
    /// The configurable members.
    static var fields: [Field<Self>] {
        [
            Field(
                "match", in: \.match, DeviceMatch.fields,
                """
                Which devices this is for: all that is given must match, and nothing given matches \
                every device. Every entry that matches applies, in order; a later one overrides what \
                it gives.
                """),
            Field(
                "ignore", \.ignore, .flag, sample: false, otherwise: "false",
                "Whether the device is left alone."),
            Field(
                "as", \.takenAs, .choice, sample: .touchscreen, otherwise: "as udev tags it",
                """
                What the device is taken for, whatever udev calls it: a touch panel that reports \
                itself as a mouse with absolute positions. A match must name the device.
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
                "How far the panel is turned, in degrees clockwise. It is done after calibration."),
            Field(
                "calibration", \.calibration, .calibration, sample: .identity,
                otherwise: "nothing is done",
                """
                The first two rows of a matrix, as in udev's LIBINPUT_CALIBRATION_MATRIX, which is \
                done before: what becomes of positions, as shares of the sides.
                """),
            Field(
                "output", \.output, .text, sample: "HDMI-1", otherwise: "none",
                """
                What the screen behind the panel is called. It is sent to clients, which map to \
                pixels, and zones can ask for it.
                """),
            Field(
                "force", in: \.force, ForceCalibration.fields,
                initial: ForceCalibration(),
                sample: ForceCalibration(source: .pressure, minimum: 12, maximum: 879),
                """
                Where force comes from. A later entry that has it replaces all of it. With a range, \
                deep_press believes force sooner.
                """),
            Field(
                "filter", in: \.filter, FilterRule.fields,
                "What stands between contacts and fingers (docs/gestures/contacts.md)."),
            Field(
                "grab", \.grab, .flag, sample: false, otherwise: "false",
                "Whether the touches are taken from everyone else, the desktop too."),
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
                "The vendor, as lsusb and --list-devices have it."),
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
    static var fields: [Field<Self>] {
        [
            Field(
                "jitter", \.jitter, .length(0...10), sample: 0.4, otherwise: "0.4mm",
                """
                Movements so small are held back. More calms a noisy panel; the position trails \
                behind by as much.
                """),
            Field(
                "min_events", \.minimumEvents, .integer(1...100), sample: 1, otherwise: "1",
                """
                Frames that must name a contact before it counts, or 60 ms. More is for panels with \
                ghosts; every touch comes later by as much.
                """),
            Field(
                "confirm", \.confirmation, .choice, sample: .late,
                otherwise: "late, and all once the device has shown ghosts",
                """
                Which contacts count only once they are there in a second frame, or after 20 ms: late \
                ones, which land while others are down, all, or none. A ghost is there for one frame.
                """),
            Field(
                "stitch", \.stitch, .time(0...500), sample: .milliseconds(40),
                otherwise: "40ms once the device has shown breaks",
                """
                How long the lift of a moving contact is held back, so that one which is gone for a few \
                frames goes on. Every swipe and drag ends later by as much; 0ms holds none.
                """),
            Field(
                "stitch_distance", \.stitchDistance, .length(0...100), sample: 6, otherwise: "6mm",
                """
                How near to where it was, or would be, such a contact has to come back. More joins \
                faster fingers, and other ones.
                """),
            Field(
                "palm", in: \.self, palmFields,
                "Which contacts are too large for a finger; without it none is judged by size."),
            Field(
                "one_euro", in: \.oneEuro, OneEuroSettings.fields, initial: OneEuroSettings(),
                sample: OneEuroSettings(),
                "A smoother filter of positions in place of jitter: less noise, more delay."),
            Field(
                "stuck_after", \.stuckAfter, .time(0...3_600_000), sample: .seconds(120),
                otherwise: "120s",
                """
                A contact that has not moved by 3 mm for so long is no finger. Less frees a wet panel \
                sooner and takes fingers that rest; 0s never does.
                """),
        ]
    }

    private static var palmFields: [Field<Self>] {
        [
            Field(
                "major", \.palmMajor, .length(0...1_000), sample: 20, otherwise: "0mm",
                "The touch size from which on a contact is a palm; 0mm judges none.")
        ]
    }
}

extension ForceCalibration {
    /// The configurable members.
    static var fields: [Field<Self>] {
        [
            Field(
                "source", \.source, .choice,
                "The pressure axis, or the touch size, which is a poor stand-in."),
            Field(
                "minimum", \.minimum, .deviceUnits, sample: 12, otherwise: "the least of the axis",
                "What is a force of 0, in the units of the device (evtest shows them)."),
            Field(
                "maximum", \.maximum, .deviceUnits, sample: 879,
                otherwise: "the greatest of the axis",
                "What is a force of 1, in the units of the device."),
        ]
    }
}

extension OneEuroSettings {
    /// The configurable members.
    static var fields: [Field<Self>] {
        [
            Field(
                "min_cutoff_hz", \.minimumCutoff, .number(0.01...1_000),
                "Cut-off for a resting finger, in Hz: less is calmer, and later."),
            Field(
                "beta", \.beta, .number(0...10),
                "How much the cut-off rises with speed, in Hz per mm/s: more lags less."),
        ]
    }
}
