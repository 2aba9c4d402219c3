import TouchCore

/// Hands, taps, presses, waits, and the rules of contacts.
extension TraceThreshold {
    private static let secondTap = "0ms down 0 100,60\n60ms up 0\n"

    static let taps = [
        TraceThreshold(
            rule: "tap: lifted at most 500 ms after the first landing",
            script: "0ms down 0 100,60\n$ms up 0", output: "tap#1 ended", met: ["499", "500"],
            missed: ["501"], only: .tap(.init())),
        TraceThreshold(
            rule: "tap: within 4 mm of its landing point",
            script: "0ms down 0 100,60\n20ms move 0 100,$\n60ms up 0", output: "tap#1 ended",
            met: ["63.99", "64", "56"], missed: ["64.01", "55.99"], only: .tap(.init())),
        TraceThreshold(
            rule: "tap: a finger that moved 4 mm away and comes back is not a tap",
            script: "0ms down 0 100,60\n20ms move 0 100,$\n40ms move 0 100,60\n60ms up 0",
            output: "tap#1 ended", met: ["64"], missed: ["64.01"], only: .tap(.init())),
        TraceThreshold(
            rule: "tap: fingers at most 80 mm apart",
            script: "0ms down 0 100,60  down 1 $,60\n60ms up 0  up 1", output: "fingers=2",
            met: ["179.99", "180"], missed: ["180.01"]),
        TraceThreshold(
            rule: "tap: from lift to next landing at least 40 ms",
            script: secondTap + "$ms down 0 100,60\n200ms up 0", output: "count=2",
            met: ["100", "101"], missed: ["99"]),
        TraceThreshold(
            rule: "tap: from lift to next landing at most 350 ms",
            script: secondTap + "$ms down 0 100,60\n500ms up 0", output: "count=2",
            met: ["409", "410"], missed: ["411"]),
        TraceThreshold(
            rule: "tap: taps of one count at most 8 mm apart",
            script: secondTap + "200ms down 0 $,60\n260ms up 0", output: "count=2",
            met: ["107.99", "108"], missed: ["108.01"]),
    ]

    static let lateFingers = [
        TraceThreshold(
            rule: "hand: each finger lands within 100 ms of the one before",
            script: "0ms down 0 100,60\n$ms down 1 140,60\n200ms up 0  up 1", output: "fingers=2",
            met: ["99", "100"], missed: ["101"]),
        TraceThreshold(
            rule: "late finger: every other finger is down for 500 ms at most",
            script: "0ms down 0 100,60\n$ms down 1 160,60\n560ms up 1\n1000ms up 0",
            output: "tap#1 ended", met: ["499", "500"], missed: ["501"],
            head: "device 344x194mm jitter=0mm\n"
                + "config:\n  held_after: 0ms\n  gestures: [tap: {}]\n"),
        TraceThreshold(
            rule: "late finger: every other finger is within 4 mm",
            script: "0ms down 0 100,60\n50ms move 0 $,60\n200ms down 1 160,60\n260ms up 1\n1s up 0",
            output: "tap#1 ended", met: ["103.99", "104"], missed: ["104.01"], only: .tap(.init())),
        TraceThreshold(
            rule: "late finger: no finger lifted in the 60 ms before",
            script: "0ms down 0 100,60\n150ms down 1 160,60\n200ms up 1\n$ms down 1 200,60"
                + "\n320ms up 1\n1s up 0",
            output: "tap#2 ended", met: ["261"], missed: ["259", "260"], only: .tap(.init())),
        TraceThreshold(
            rule: "hand: after a lift that leaves fingers nothing begins for 150 ms",
            script: "0ms down 0 100,60  down 1 140,60\n600ms up 1\n$ms move 0 110,60\n900ms up 0",
            output: "drag#1 began", met: ["750", "751"], missed: ["749"]),
    ]

    static let hands = [
        TraceThreshold(
            rule: "hands: a late finger more than 80 mm away is a hand of its own",
            script: "0ms down 0 100,60\n20ms move 0 110,60\n200ms down 1 $,60\n600ms up 0  up 1",
            output: "drag#1 ended", met: ["190.01"], missed: ["189.99", "190"],
            head: "device 344x194mm jitter=0mm\nconfig:\n  hands: 2\n"),
        TraceThreshold(
            rule: "sequence: after a tap within its maximum_spacing, 8 mm",
            script: "0ms down 0 100,60\n60ms up 0\n160ms down 0 $,60\n960ms up 0",
            output: "tap_press#1 ended", met: ["107.99", "108", "92"], missed: ["108.01", "91.99"],
            head: sequence),
        TraceThreshold(
            rule: "sequence: after a tap within its maximum_gap, 350 ms",
            script: "0ms down 0 100,60\n60ms up 0\n$ms down 0 100,60\n1200ms up 0",
            output: "tap_press#1 ended", met: ["409", "409.99"], missed: ["410"], head: sequence),
        TraceThreshold(
            rule: "sequence: a part lands in its place, left side included, right side excluded",
            script: "0ms down 0 100,60\n60ms up 0\n560ms down 0 $,60\n1660ms up 0",
            output: "tap_press#1 ended", met: ["200", "200.01", "249.99"],
            missed: ["199.99", "250"], head: placed),
        TraceThreshold(
            rule: "sequence: a part with a place of its own may take 2 s",
            script: "0ms down 0 100,60\n60ms up 0\n$ms down 0 210,60\n3660ms up 0",
            output: "tap_press#1 ended", met: ["2059", "2059.99"], missed: ["2060"], head: placed),
        TraceThreshold(
            rule: "stuck: less than 3 mm in 120 s",
            script: "0ms down 0 100,60\n60s move 0 $,60\n121s up 0", output: "reason=stuck",
            met: ["102.99"], missed: ["103", "103.01"]),
        TraceThreshold(
            rule: "stuck: 120 s",
            script: "0ms down 0 100,60\n$s up 0", output: "reason=stuck",
            met: ["120", "120.01"], missed: ["119.99"]),
        TraceThreshold(
            rule: "waits_for: emitted once a finger rests for 150 ms",
            script: "0ms down 0 100,60\n20ms move 0 118,60\n$ms move 0 122,60\n300ms up 0",
            output: "170ms drag#1 began", met: ["170", "171"], missed: ["169"],
            head: waiting),
        TraceThreshold(
            rule: "waits_for: a finger rests within 3 mm",
            script: "0ms down 0 100,60\n20ms move 0 118,60\n100ms move 0 $,60\n400ms up 0",
            output: "170ms drag#1 began", met: ["120.99"], missed: ["121.01"], head: waiting),
        TraceThreshold(
            rule: "cooldown: not recognised for 1 s after its end",
            script: "0ms down 0 100,60\n60ms up 0\n900ms down 0 100,60\n$ms up 0", output: "tap#2",
            met: ["1061"], missed: ["1059"],
            head: "config:\n  gestures:\n    - tap: { count: 1 }\n      cooldown: 1s\n"),
    ]

    private static let sequence = """
        device 344x194mm jitter=0mm
        config:
          gestures:
            - sequence: [tap: {}, long_press: {}]
              name: tap_press

        """

    private static let placed = """
        device 344x194mm jitter=0mm
        config:
          gestures:
            - sequence:
                - tap: {}
                - long_press: {}
                  in: { x: 200mm, width: 50mm }
              name: tap_press

        """

    private static let waiting =
        "device 344x194mm jitter=0mm\nconfig:\n  gestures:\n    - swipe: {}\n    - drag: {}"
        + "\n      waits_for: [swipe]\n"

    static let presses = [
        TraceThreshold(
            rule: "long_press: 500 ms after the first landing",
            script: "0ms down 0 100,60\n$ms up 0", output: "500ms long_press#1 began",
            met: ["500", "501"], missed: ["499"]),
        TraceThreshold(
            rule: "long_press: within 4 mm", script: "0ms down 0 100,60\n20ms move 0 $,60\n1s up 0",
            output: "long_press#1 began", met: ["103.99", "104"], missed: ["104.01"]),
    ]

    static let contacts = [
        TraceThreshold(
            rule: "jump: a step of 20 mm is not a jump",
            script: "0ms down 0 60,60\n3.99ms move 0 $,60\n60ms up 0", output: "drag#1 began",
            met: ["79.99", "80"], missed: ["80.01"]),
        TraceThreshold(
            rule: "jump: a step at 5 m/s is not a jump",
            script: "0ms down 0 60,60\n$ms move 0 100,60\n60ms up 0", output: "drag#1 began",
            met: ["8", "8.1"], missed: ["7.9"]),
        TraceThreshold(
            rule: "jump: a time without a frame counts as 40 ms at most",
            script: "0ms down 0 60,60\n200ms move 0 $,60\n260ms up 0", output: "tap#1 ended",
            met: ["260.01"], missed: ["260"]),
        TraceThreshold(
            rule: "jump: 4 times as fast as the finger was",
            script: "0ms..40ms stroke 0 20,60 -> 80,60\n50ms move 0 $,60\n400ms up 0",
            output: "drag#1 ended x=80", met: ["140.1"], missed: ["140"],
            head: "device 344x194mm jitter=0mm\nshow x"),
        TraceThreshold(
            rule: "jitter: held back within 0.4 mm",
            script: "0ms down 0 100,60\n20ms move 0 $,60\n1s up 0",
            output: "long_press#1 ended x=100 y=60", met: ["100.39", "99.6"],
            missed: ["100.41", "99.59"], head: "device 344x194mm\nshow x y"),
    ]
}
