extension KindDescription {
    /// Every kind, in the order of the documentation; a test holds them against its pages.
    static let all: [KindDescription] = [
        KindDescription(
            name: "tap", summary: "One or more fingers touch and leave, without going anywhere",
            isContinuous: false,
            values: ["count"],
            thresholds: [
                .init("fingers", "1–5", "of one group"),
                .init("count", "1–3", "which counts are told"),
                .init("maximum_duration", "500 ms", "first landing to last lift"),
                .init(
                    "maximum_distance", "4 mm",
                    "from its landing point, for each finger and at any time"),
                .init("maximum_separation", "80 mm", "between the landing points of two fingers"),
                .init("minimum_gap", "40 ms", "lift to next landing; less is a bounce"),
                .init("maximum_gap", "350 ms", "lift to next landing"),
                .init("maximum_spacing", "8 mm", "between two taps of one count"),
            ]),
        KindDescription(
            name: "press",
            summary: "A finger is down: for buttons, and for what repeats while it is held",
            isContinuous: true,
            values: ["count", "inside"],
            thresholds: [
                .init("fingers", "1", "of the hand"),
                .init(
                    "first_tick", "500 ms",
                    "from the first landing to the first tick; 0 makes it as long as tick"),
                .init("tick", "200 ms", "from tick to tick; 0 leaves it at the first"),
                .init(
                    "maximum_distance", "0",
                    "from its landing point, for each finger, in mm; 0 is no limit"),
            ]),
        KindDescription(
            name: "long_press", summary: "Fingers that stay where they landed",
            isContinuous: true,
            values: [],
            thresholds: [
                .init("fingers", "1–5", "of the hand"),
                .init("minimum_duration", "500 ms", "from the first landing until it begins"),
                .init(
                    "maximum_distance", "4 mm",
                    "from its landing point, for each finger, until it begins"),
            ]),
        KindDescription(
            name: "drag", summary: "The middle of one to five fingers moves",
            isContinuous: true,
            values: [
                "dx_mm", "dy_mm", "vx_mm_s", "vy_mm_s", "predicted_dx_mm", "predicted_dy_mm",
                "edge",
            ],
            thresholds: [
                .init("fingers", "1–5", "of the hand"),
                .init("minimum_distance", "4 mm", "way of the middle; it begins beyond"),
                .init(
                    "axis", "any",
                    "any, horizontal or vertical: the way that counts towards the distance"),
                .init(
                    "edge", "–",
                    "sides (left, right, top, bottom) in whose band a finger must land, wherever the others do; by default it may begin anywhere"
                ),
                .init(
                    "edge_width", "–",
                    "width of the edge bands in mm; by default 5 mm or 3 % of the surface, whichever is more"
                ),
            ]),
        KindDescription(
            name: "swipe", summary: "A stroke that is fast, straight, and does not stop: a flick",
            isContinuous: false,
            values: ["dx_mm", "dy_mm", "vx_mm_s", "vy_mm_s", "direction", "edge"],
            thresholds: [
                .init("fingers", "1–5", "of the hand"),
                .init(
                    "directions", "left, right, up, down",
                    "and up_left, up_right, down_left, down_right"),
                .init("minimum_distance", "12 mm", "way from the landing points"),
                .init("minimum_speed", "80 mm/s", "way over the time since the first landing"),
                .init("minimum_flick", "3 mm", "moved in the last 100 ms"),
                .init("maximum_duration", "800 ms", "since the first landing"),
                .init(
                    "maximum_deviation", "–",
                    "angle to the direction in degrees; by default 20, or 15 where diagonals count too"
                ),
                .init(
                    "maximum_wander", "0.3",
                    "how far the path strays from the straight line, as a share of the way"),
                .init(
                    "edge", "–",
                    "sides (left, right, top, bottom) in whose band a finger must land, wherever the others do; by default it may begin anywhere"
                ),
                .init("edge_width", "–", "as for the drag"),
            ]),
        KindDescription(
            name: "magnify", summary: "Two to five fingers spread or close",
            isContinuous: true,
            values: ["dx_mm", "dy_mm", "scale", "scale_velocity"],
            thresholds: [
                .init("fingers", "2–5", "of the hand"),
                .init("minimum_distance", "5 mm", "change of the spread"),
                .init("minimum_scale", "0.1", "|scale − 1|"),
                .init("minimum_share", "0.5", "change of the spread over the way of the middle"),
                .init("minimum_radius", "8 mm", "radius now"),
            ]),
        KindDescription(
            name: "rotate", summary: "Two to five fingers turn about their middle",
            isContinuous: true,
            values: ["dx_mm", "dy_mm", "rotation_deg", "rotation_velocity"],
            thresholds: [
                .init("fingers", "2–5", "of the hand"),
                .init("minimum_rotation", "10°", "angle, either way round"),
                .init("minimum_distance", "2 mm", "arc at the present radius"),
                .init("minimum_share", "0.25", "arc over the way of the middle"),
                .init(
                    "minimum_radius", "8 mm",
                    "root mean square of the fingers' distances from their middle, now"),
            ]),
        KindDescription(
            name: "deep_press", summary: "A finger presses harder than it did when it came",
            isContinuous: true,
            values: ["force", "max_force"],
            thresholds: [
                .init("fingers", "1", "of the hand"),
                .init("threshold", "0.75", "force at which it begins"),
                .init("release_threshold", "0.65", "force below which it ends"),
                .init("maximum_distance", "4 mm", "from the landing point, until it begins"),
            ]),
        KindDescription(
            name: "force", summary: "How hard a finger presses, frame by frame: for drawing",
            isContinuous: true,
            values: ["force"],
            thresholds: [
                .init("fingers", "1", "of the hand")
            ]),
        KindDescription(
            name: "simultaneous", summary: "Parts that go on together",
            isContinuous: true, values: ["parts"], thresholds: []),
        KindDescription(
            name: "sequence", summary: "Parts that come one after another",
            isContinuous: true, values: ["parts"], thresholds: []),
        KindDescription(
            name: "exclusive", summary: "Parts of which one speaks, the first before the others",
            isContinuous: true, values: ["parts"], thresholds: []),
    ]
}
