import TouchCore

// One table a kind; the pages in docs/gestures say more.

extension Member {
    /// How many fingers.
    fileprivate static func fingers(
        _ path: WritableKeyPath<Target, ClosedRange<Int>>, _ range: ClosedRange<Int> = 1...10
    ) -> Member {
        Member("fingers", path, .wholes(range), "How many fingers, or from the fewest to the most.")
    }

    /// The sides that it must come from.
    fileprivate static func edge(_ path: WritableKeyPath<Target, Set<SurfaceEdge>>) -> Member {
        Member(
            "edge", path, .choices(least: 0),
            "The sides in whose band a finger must land; none: it may begin anywhere.")
    }

    /// How wide the bands along the sides are.
    fileprivate static func edgeWidth(_ path: WritableKeyPath<Target, Double?>) -> Member {
        Member(
            "edge_width", path, .length(), sample: 5, otherwise: "5mm or 3 % of the side",
            """
            How wide the bands along the sides are. Wider finds strokes from the side more surely, \
            and takes some that are none.
            """)
    }
}

extension TapThresholds {
    /// What can be configured.
    static var members: [Member<Self>] {
        [
            .fingers(\.fingers),
            Member(
                "count", \.count, .wholes(1...20),
                """
                Which counts are told. [1, 3] tells each tap at once, with its running count; 2 tells \
                double taps alone.
                """),
            Member(
                "maximum_duration", \.maximumDuration, .time,
                """
                From the first landing to the last lift, at most. Less rules out taps of slow hands; \
                beyond the minimum_duration of long_press that is told as well.
                """),
            Member(
                "maximum_distance", \.maximumDistance, .length(),
                """
                How far each finger may go from where it landed. Less loses taps of shaky hands, more \
                takes short strokes.
                """),
            Member(
                "maximum_separation", \.maximumSeparation, .length(),
                "How far apart the fingers may land. Less keeps two hands apart sooner."),
            Member(
                "minimum_gap", \.minimumGap, .time,
                "From a lift to the next landing, at least; what is shorter is a bounce."),
            Member(
                "maximum_gap", \.maximumGap, .time,
                """
                From a lift to the next landing, at most. More lets slow hands count; what waits for \
                this tap waits as long.
                """),
            Member(
                "maximum_spacing", \.maximumSpacing, .length(),
                "How far apart two taps of one count may be."),
        ]
    }
}

extension PressThresholds {
    /// What can be configured.
    static var members: [Member<Self>] {
        [
            .fingers(\.fingers),
            Member(
                "first_tick", \.firstTick, .time,
                "From the landing to the first tick; 0ms makes it as long as tick."),
            Member(
                "tick", \.tick, .time, "From tick to tick; 0ms leaves it at the first."),
            Member(
                "maximum_distance", \.maximumDistance, .length(),
                "How far each finger may go from where it landed; 0mm is no limit."),
        ]
    }
}

extension LongPressThresholds {
    /// What can be configured.
    static var members: [Member<Self>] {
        [
            .fingers(\.fingers),
            Member(
                "minimum_duration", \.minimumDuration, .time,
                "From the first landing until it begins. Less takes slow taps."),
            Member(
                "maximum_distance", \.maximumDistance, .length(),
                """
                How far each finger may go from where it landed until it begins. Less loses long \
                presses of shaky hands.
                """),
        ]
    }
}

extension DragThresholds {
    /// What can be configured.
    static var members: [Member<Self>] {
        [
            .fingers(\.fingers),
            Member(
                "minimum_distance", \.minimumDistance, .length(),
                "How far the middle of the fingers must go. Less starts sooner, and spoils taps."),
            Member(
                "axis", \.axis, .choice, "The way that counts towards the distance."),
            .edge(\.edges), .edgeWidth(\.edgeWidth),
        ]
    }
}

extension SwipeThresholds {
    /// What can be configured.
    static var members: [Member<Self>] {
        [
            .fingers(\.fingers),
            Member(
                "directions", \.directions, .choices(least: 1), "The ways that count."),
            Member(
                "minimum_distance", \.minimumDistance, .length(),
                """
                How far the middle of the fingers must go. Less starts sooner, but takes strokes that \
                were meant as taps.
                """),
            Member(
                "minimum_speed", \.minimumSpeed, .speed(),
                "How fast it must be from the landing to the lift. Less takes slow drags."),
            Member(
                "minimum_flick", \.minimumFlick, .length(),
                "How far it must go in the last 100 ms: a swipe does not stop."),
            Member(
                "maximum_duration", \.maximumDuration, .time,
                "From the first landing to the first lift, at most."),
            Member(
                "maximum_deviation", \.maximumDeviation, .angle(0...90), sample: 20,
                otherwise: "20deg, or 15deg with eight directions",
                "The angle between the stroke and its direction, at most."),
            Member(
                "maximum_wander", \.maximumWander, .share,
                "How far the path may stray from the straight line, as a share of the way."),
            .edge(\.edges), .edgeWidth(\.edgeWidth),
        ]
    }
}

extension MagnifyThresholds {
    /// What can be configured.
    static var members: [Member<Self>] {
        [
            .fingers(\.fingers, 2...10),
            Member(
                "minimum_distance", \.minimumDistance, .length(),
                "How much the spread must change. Less takes scrolling with two fingers."),
            Member(
                "minimum_scale", \.minimumScale, .number(0...10),
                "How much the scale must change: 0.1 is 10 %."),
            Member(
                "minimum_share", \.minimumShare, .share,
                """
                How much the spread must change, as a share of the way of the middle. More keeps \
                scrolling with two fingers from it.
                """),
            Member(
                "minimum_radius", \.minimumRadius, .length(),
                "How far from their middle the fingers must be: close together they tell nothing."),
        ]
    }
}

extension RotateThresholds {
    /// What can be configured.
    static var members: [Member<Self>] {
        [
            .fingers(\.fingers, 2...10),
            Member(
                "minimum_rotation", \.minimumRotation, .angle(0...360),
                "How far the fingers must turn. Less turns what was to be magnified."),
            Member(
                "minimum_distance", \.minimumDistance, .length(),
                "How long the arc must be."),
            Member(
                "minimum_share", \.minimumShare, .share,
                """
                How long the arc must be, as a share of the way of the middle. More keeps scrolling \
                with two fingers from it.
                """),
            Member(
                "minimum_radius", \.minimumRadius, .length(),
                "How far from their middle the fingers must be: close together they tell nothing."),
        ]
    }
}

extension DeepPressThresholds {
    /// What can be configured.
    static var members: [Member<Self>] {
        [
            .fingers(\.fingers),
            Member(
                "threshold", \.threshold, .share,
                "The force at which it begins. Less takes firm taps."),
            Member(
                "release_threshold", \.releaseThreshold, .share,
                "The force below which it ends; close to threshold it flickers."),
            Member(
                "maximum_distance", \.maximumDistance, .length(),
                "How far the finger may go from where it landed until it begins."),
        ]
    }
}

extension ForceThresholds {
    /// What can be configured.
    static var members: [Member<Self>] {
        [.fingers(\.fingers)]
    }
}
