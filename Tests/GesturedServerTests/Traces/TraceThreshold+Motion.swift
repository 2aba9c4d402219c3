import TouchCore

/// The thresholds of moving fingers.
extension TraceThreshold {
    static let drags = [
        TraceThreshold(
            rule: "drag: moved more than 4 mm",
            script: "0ms down 0 100,60\n600ms move 0 100,$\n700ms up 0", output: "drag#1 began",
            met: ["64.01", "55.99"], missed: ["63.99", "64", "56"]),
        TraceThreshold(
            rule: "drag: in the band of 3 % along the left side",
            script: "0ms down 0 $,100\n600ms move 0 60,100\n700ms up 0", output: "edge=left",
            met: ["10.31", "10.32"], missed: ["10.33"]),
        TraceThreshold(
            rule: "drag: in the band of 5 mm along the top of a small panel",
            script: "0ms down 0 50,$\n600ms move 0 50,30\n700ms up 0", output: "edge=top",
            met: ["4.99", "5"], missed: ["5.01"], head: "device 150x90mm jitter=0mm"),
        TraceThreshold(
            rule: "velocity: 0 if the finger has not moved for more than 40 ms",
            script: "0ms..100ms stroke 0 100,60 -> 160,60\n$ms up 0", output: "drag#1 ended vx=600",
            met: ["139", "140"], missed: ["141"], head: "device 344x194mm jitter=0mm\nshow vx"),
        TraceThreshold(
            rule: "velocity: a gap of more than 40 ms discards the samples before it",
            script: "0ms..100ms stroke 0 100,60 -> 160,60\n$ms move 0 184,60\n150ms up 0",
            output: "drag#1 ended vx=600", met: ["140"], missed: ["141"],
            head: "device 344x194mm jitter=0mm\nshow vx"),
    ]

    static let strokes = [
        TraceThreshold(
            rule: "stroke: a size of 15 mm",
            script: "0ms..600ms stroke 0 100,60 -> $,60 -> 100,70 -> 112,70\n620ms up 0",
            output: "stroke#1 ended stroke=z", met: ["115", "115.01"], missed: ["114.99"],
            only: .stroke(.init())),
        TraceThreshold(
            rule: "stroke: 10 s at most",
            script: "0ms..9.9s stroke 0 100,60 -> 140,60 -> 100,100 -> 140,100\n$ms up 0",
            output: "stroke#1 ended stroke=z", met: ["9999", "10000"], missed: ["10001"],
            only: .stroke(.init())),
        TraceThreshold(
            rule: "stroke: a score of 0.9",
            script: "0ms..600ms stroke 0 100,60 -> 100,100 -> $,100\n620ms up 0",
            output: "stroke#1 ended stroke=corner", met: ["158"], missed: ["159.5"],
            only: .stroke(corner)),
    ]

    /// One shape with one drawing, for which a stroke needs a score of 0.9.
    private static let corner: StrokeThresholds = {
        let drawing = [.zero, Point(x: 0, y: 10), Point(x: 10, y: 10)]
        var thresholds = StrokeThresholds()
        thresholds.templates = [
            StrokeName("corner").flatMap { StrokeTemplate($0, examples: [drawing]) }
        ].compactMap(\.self)
        thresholds.score = 0.9
        return thresholds
    }()

    static let swipes = [
        TraceThreshold(
            rule: "swipe: travel of 10 mm",
            script: "0ms..90ms stroke 0 100,60 -> $,60\n100ms up 0", output: "swipe#1 ended",
            met: ["110", "110.01"], missed: ["109.99"]),
        TraceThreshold(
            rule: "swipe: 80 mm/s on average",
            script: "0ms..190ms stroke 0 100,60 -> 116,60\n$ms up 0", output: "swipe#1 ended",
            met: ["199", "200"], missed: ["201"]),
        TraceThreshold(
            rule: "swipe: 3 mm in the 100 ms before the first lift",
            script: "0ms..80ms stroke 0 100,60 -> 140,60\n80ms..180ms stroke 0 -> $,60\n180ms up 0",
            output: "swipe#1 ended", met: ["143", "143.01"], missed: ["142.99"]),
        TraceThreshold(
            rule: "swipe: 800 ms at most",
            script: "0ms..790ms stroke 0 100,60 -> 250,60\n$ms up 0", output: "swipe#1 ended",
            met: ["799", "800"], missed: ["801"]),
        TraceThreshold(
            rule: "swipe: at most 20 degrees off its direction",
            script: "0ms..90ms stroke 0 100,60 -> 150,$\n100ms up 0", output: "direction=right",
            met: ["78.19", "41.81"], missed: ["78.21", "41.79"]),
        TraceThreshold(
            rule: "swipe: wanders at most 30 % of its travel",
            script: "0ms..80ms stroke 0 100,60 -> 120,$ -> 140,60\n90ms up 0",
            output: "swipe#1 ended", met: ["71.99", "72"], missed: ["72.01"]),
        TraceThreshold(
            rule: "swipe: all lifted within 180 ms of the first",
            script: "0ms..90ms stroke 0 100,60 -> 140,60  stroke 1 100,80 -> 140,80\n100ms up 0"
                + "\n$ms up 1",
            output: "swipe#1 ended", met: ["279", "280"], missed: ["281"]),
    ]

    static let swipeHolds = [
        TraceThreshold(
            rule: "swipe_hold: travel of 12 mm",
            script: "0ms..90ms stroke 0 100,60 -> $,60\n900ms up 0", output: "swipe_hold#1 began",
            met: ["112", "112.01"], missed: ["111.99"], only: .swipeHold(.init())),
        TraceThreshold(
            rule: "swipe_hold: rests for 500 ms",
            script: "0ms..100ms stroke 0 100,60 -> 140,60\n$ms up 0", output: "swipe_hold#1 began",
            met: ["600", "601"], missed: ["599"], only: .swipeHold(.init())),
        TraceThreshold(
            rule: "swipe_hold: rests within 3 mm",
            script: "0ms..100ms stroke 0 100,60 -> 140,60\n300ms move 0 $,60\n650ms up 0",
            output: "swipe_hold#1 began", met: ["142", "142.99"], missed: ["143", "143.01"],
            only: .swipeHold(.init())),
        TraceThreshold(
            rule: "swipe_hold: moves for 1.5 s at most",
            script: "0ms..1.2s stroke 0 100,60 -> 180,60\n$ms move 0 184,60\n2.5s up 0",
            output: "swipe_hold#1 began", met: ["1499", "1500"], missed: ["1501"],
            only: .swipeHold(.init())),
        TraceThreshold(
            rule: "swipe_hold: wanders at most 30 % of its travel",
            script: "0ms..80ms stroke 0 100,60 -> 120,$ -> 140,60\n700ms up 0",
            output: "swipe_hold#1 began", met: ["71.99", "72"], missed: ["72.01"],
            only: .swipeHold(.init())),
        TraceThreshold(
            rule: "swipe_hold: has the nearest direction",
            script: "0ms..90ms stroke 0 100,60 -> 140,$\n700ms up 0", output: "direction=right",
            met: ["99.9", "20.1"], missed: ["100.1", "19.9"], only: .swipeHold(.init())),
    ]

    static let screenReaders = [
        TraceThreshold(
            rule: "screen_reader: a swipe of 10 mm",
            script: "0ms..90ms stroke 0 100,60 -> $,60\n100ms up 0", output: "=swipe_right",
            met: ["110", "110.01"], missed: ["109.99"], only: .screenReader(.init())),
        TraceThreshold(
            rule: "screen_reader: a swipe of 1.5 s at most",
            script: "0ms..90ms stroke 0 100,60 -> 140,60\n$ms up 0", output: "=swipe_right",
            met: ["1499", "1500"], missed: ["1501"], only: .screenReader(.init())),
        TraceThreshold(
            rule: "screen_reader: a tap within 6 mm",
            script: "0ms down 0 100,60  down 1 120,60\n40ms move 0 $,60\n80ms up 0  up 1",
            output: "=2_finger_single_tap", met: ["105.99", "106"], missed: ["106.01"],
            only: .screenReader(.init())),
        TraceThreshold(
            rule: "screen_reader: a hold of 500 ms",
            script: "0ms down 0 100,60  down 1 120,60  down 2 140,60\n$ms up 0  up 1  up 2",
            output: "=3_finger_single_tap_and_hold", met: ["500", "501"], missed: ["499"],
            only: .screenReader(.init())),
        TraceThreshold(
            rule: "screen_reader: taps at most 350 ms apart",
            script: "0ms down 0 100,60\n80ms up 0\n$ms down 0 100,60\n+80ms up 0",
            output: "=double_tap", met: ["429", "430"], missed: ["431"],
            only: .screenReader(.init())),
        TraceThreshold(
            rule: "screen_reader: taps at most 20 mm apart",
            script: "0ms down 0 100,60\n80ms up 0\n200ms down 0 $,60\n280ms up 0",
            output: "=double_tap", met: ["119.99", "120"], missed: ["120.01"],
            only: .screenReader(.init())),
        TraceThreshold(
            rule: "screen_reader: fingers that land within 250 ms",
            script: "0ms down 0 100,60\n$ms down 1 120,60\n300ms up 0  up 1",
            output: "=2_finger_single_tap", met: ["249", "250"], missed: ["251"],
            only: .screenReader(.init())),
        TraceThreshold(
            rule: "screen_reader: a second part of 30 % of the first",
            script: "0ms..160ms stroke 0 100,60 -> 140,60 -> 140,$\n170ms up 0",
            output: "=swipe_right_and_down", met: ["72.01", "73"], missed: ["71.99"],
            only: .screenReader(.init())),
    ]

    private static let eightDirections: GestureDefinition = {
        var thresholds = SwipeThresholds()
        thresholds.directions = Set(SwipeDirection.allCases)
        return .swipe(thresholds)
    }()

    static let diagonals = [
        TraceThreshold(
            rule: "swipe: of eight directions at most 15 degrees off a straight one",
            script: "0ms..90ms stroke 0 100,60 -> 150,$\n100ms up 0", output: "direction=right",
            met: ["73.39", "46.61"], missed: ["73.41", "46.59"], only: eightDirections),
        TraceThreshold(
            rule: "swipe: of eight directions at most 15 degrees off a diagonal",
            script: "0ms..90ms stroke 0 100,60 -> 150,$\n100ms up 0",
            output: "direction=down_right",
            met: ["88.87", "146.6"], missed: ["88.86", "146.61"], only: eightDirections),
    ]

    private static func stepped<Thresholds: GestureThresholds>(
        _ path: WritableKeyPath<Thresholds, Double?>, _ size: Double
    ) -> GestureDefinition {
        var thresholds = Thresholds()
        thresholds[keyPath: path] = size
        return thresholds.definition
    }

    static let steps = [
        TraceThreshold(
            rule: "drag: a step of 8 mm",
            script: "0ms down 0 100,60\n600ms move 0 $,60\n700ms up 0", output: "ended steps=1",
            met: ["108", "108.01", "115.99"], missed: ["107.99", "116"],
            only: stepped(\DragThresholds.step, 8)),
        TraceThreshold(
            rule: "drag: a step upwards is negative",
            script: "0ms down 0 100,60\n600ms move 0 101,$\n700ms up 0", output: "ended steps=-2",
            met: ["44", "36.01"], missed: ["44.01", "36"], only: stepped(\DragThresholds.step, 8)),
        TraceThreshold(
            rule: "drag: a step is left a tenth before its boundary",
            script: "0ms down 0 100,60\n600ms move 0 116,60\n650ms move 0 $,60\n700ms up 0",
            output: "ended steps=2", met: ["115.21", "115.99", "116"], missed: ["115.19"],
            only: stepped(\DragThresholds.step, 8)),
        TraceThreshold(
            rule: "magnify: a step of 1.2",
            script: pair + "120ms move 1 $,60\n200ms up 0  up 1", output: "ended steps=1",
            met: ["198", "198.01", "207.59"], missed: ["197.99", "207.6"],
            head: "device 344x194mm resolution=10000 jitter=0mm",
            only: stepped(\MagnifyThresholds.step, 1.2)),
        TraceThreshold(
            rule: "rotate: a step of 15 degrees",
            script: "0ms down 0 140,100  down 1 200,100\n0ms..10ms turn 0,1 about 170,100 by $\n"
                + "20ms up 0  up 1",
            output: "ended steps=-1", met: ["-15.01", "-29.99"], missed: ["-14.99", "15.01"],
            head: "device 344x194mm resolution=10000 jitter=0mm",
            only: stepped(\RotateThresholds.step, 15)),
    ]

    private static let knob: GestureDefinition = {
        var thresholds = RotateThresholds()
        thresholds.fingers = 1...1
        return .rotate(thresholds)
    }()

    static let circles = [
        TraceThreshold(
            rule: "rotate: one finger goes around by 90 degrees",
            script: "0ms down 0 125,100\n0ms..900ms turn 0 about 100,100 by $\n1s up 0",
            output: "rotate#1 began", met: ["96", "-96", "400"], missed: ["88", "-88"],
            head: "device 344x194mm resolution=1000 jitter=0mm", only: knob),
        TraceThreshold(
            rule: "rotate: one finger has a radius of 8 mm",
            script: "0ms down 0 $,100\n0ms..2s turn 0 about 100,100 by 350\n2.1s up 0",
            output: "rotate#1 began", met: ["108.1"], missed: ["107.9"],
            head: "device 344x194mm resolution=1000 jitter=0mm", only: knob),
    ]

    private static let pair = "0ms down 0 150,60  down 1 190,60\n"

    static let pinches = [
        TraceThreshold(
            rule: "magnify: 5 mm of spread", script: pair + "120ms move 1 $,60",
            output: "magnify#1 began", met: ["195", "195.01", "185"], missed: ["194.99", "185.01"]),
        TraceThreshold(
            rule: "magnify: a tenth of the scale",
            script: "0ms down 0 150,60  down 1 250,60\n120ms move 1 $,60",
            output: "magnify#1 began",
            met: ["260", "260.01"], missed: ["259.99"]),
        TraceThreshold(
            rule: "magnify: half of the centroid's travel",
            script: pair + "50ms move 0 135,$  move 1 205,$", output: "magnify#1 began",
            met: ["119.99", "120"], missed: ["120.01"]),
        TraceThreshold(
            rule: "magnify: each finger has moved 1 mm",
            script: pair + "50ms move 0 140,60  move 1 $,60", output: "magnify#1 began",
            met: ["191", "189"], missed: ["190.99", "189.01"]),
        TraceThreshold(
            rule: "magnify: a finger that rests is awaited for 120 ms",
            script: pair + "$ms move 1 200,60", output: "magnify#1 began",
            met: ["120", "121"], missed: ["119"]),
        TraceThreshold(
            rule: "magnify: the fingers move apart by 0.8 of their travel",
            script: pair + "50ms move 0 152,60  move 1 $,60", output: "magnify#1 began",
            met: ["208", "208.01"], missed: ["207.99"]),
        TraceThreshold(
            rule: "magnify: the fingers move apart by 12 mm",
            script: pair + "50ms move 0 170,60  move 1 $,60", output: "magnify#1 began",
            met: ["234", "234.01"], missed: ["233.99"]),
        TraceThreshold(
            rule: "magnify: a radius of 8 mm now", script: pair + "50ms move 0 162,60  move 1 $,60",
            output: "magnify#1 began", met: ["178", "178.02"], missed: ["177.98"]),
        TraceThreshold(
            rule: "rotate: 10 degrees",
            script: "0ms down 0 140,100  down 1 200,100\n0ms..10ms turn 0,1 about 170,100 by $",
            output: "rotate#1 began", met: ["10.01", "-10.01"], missed: ["9.99", "-9.99"],
            head: "device 344x194mm resolution=10000 jitter=0mm"),
        TraceThreshold(
            rule: "rotate: an arc of 2 mm",
            script: "0ms down 0 160,100  down 1 180,100\n0ms..10ms turn 0,1 about 170,100 by $",
            output: "rotate#1 began", met: ["11.47"], missed: ["11.45"],
            head: "device 344x194mm resolution=10000 jitter=0mm"),
        TraceThreshold(
            rule: "rotate: a radius of 8 mm now",
            script: "0ms down 0 $,100  down 1 178,100\n0ms..10ms turn 0,1 about 170,100 by 40",
            output: "rotate#1 began", met: ["161.98"], missed: ["162.02"],
            head: "device 344x194mm resolution=10000 jitter=0mm"),
    ]
}
