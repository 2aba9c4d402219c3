import TouchCore

@testable import GesturedServer

/// A rule with a number in it, and values on both sides of that number.
struct TraceThreshold: Sendable, CustomStringConvertible {
    /// The rule, as the page of gestures has it.
    let rule: String
    /// A script in which `$` stands for the value.
    let script: String
    /// What an account line says where the rule is met.
    let told: String
    /// Values that meet the rule.
    let met: [String]
    /// Values that do not.
    let missed: [String]
    /// The head of the trace.
    var head = "device 344x194mm jitter=0mm"
    /// The only gesture there is; `nil`: all that are there without a configuration.
    var only: GestureDefinition?

    var description: String { rule }

    /// Whether the rule is met by a value.
    func isMet(by value: String) throws -> Bool {
        let script = script.replacing("$", with: value)
        var trace = try TraceReader.read("\(head)\nchanged none\n\(script)\n---\n", file: rule)
        if let only { trace.configuration.gestures = .init(gestures: [ConfiguredGesture(only)]) }
        return try TraceRun.account(of: trace).contains { $0.contains(told) }
    }
}

extension TraceThreshold {
    static let all = taps + late + presses + drags + swipes + pinches + forces + contacts

    private static let secondTap = "0ms down 0 100,60\n60ms up 0\n"

    static let taps = [
        TraceThreshold(
            rule: "tap: lifted at most 500 ms after the first landing",
            script: "0ms down 0 100,60\n$ms up 0", told: "tap#1 ended", met: ["499", "500"],
            missed: ["501"], only: .tap(.init())),
        TraceThreshold(
            rule: "tap: within 4 mm of its landing point",
            script: "0ms down 0 100,60\n20ms move 0 100,$\n60ms up 0", told: "tap#1 ended",
            met: ["63.99", "64", "56"], missed: ["64.01", "55.99"], only: .tap(.init())),
        TraceThreshold(
            rule: "tap: latched: a finger that comes back is none",
            script: "0ms down 0 100,60\n20ms move 0 100,$\n40ms move 0 100,60\n60ms up 0",
            told: "tap#1 ended", met: ["64"], missed: ["64.01"], only: .tap(.init())),
        TraceThreshold(
            rule: "tap: fingers at most 80 mm apart",
            script: "0ms down 0 100,60  down 1 $,60\n60ms up 0  up 1", told: "fingers=2",
            met: ["179.99", "180"], missed: ["180.01"]),
        TraceThreshold(
            rule: "tap: from lift to next landing at least 40 ms",
            script: secondTap + "$ms down 0 100,60\n200ms up 0", told: "count=2",
            met: ["100", "101"], missed: ["99"]),
        TraceThreshold(
            rule: "tap: from lift to next landing at most 350 ms",
            script: secondTap + "$ms down 0 100,60\n500ms up 0", told: "count=2",
            met: ["409", "410"], missed: ["411"]),
        TraceThreshold(
            rule: "tap: places of one count at most 8 mm apart",
            script: secondTap + "200ms down 0 $,60\n260ms up 0", told: "count=2",
            met: ["107.99", "108"], missed: ["108.01"]),
    ]

    static let late = [
        TraceThreshold(
            rule: "hand: each lands within 100 ms of the one before",
            script: "0ms down 0 100,60\n$ms down 1 140,60\n200ms up 0  up 1", told: "fingers=2",
            met: ["99", "100"], missed: ["101"]),
        TraceThreshold(
            rule: "late finger: every other is down for 500 ms at most",
            script: "0ms down 0 100,60\n$ms down 1 160,60\n560ms up 1\n1000ms up 0",
            told: "tap#1 ended", met: ["499", "500"], missed: ["501"], only: .tap(.init())),
        TraceThreshold(
            rule: "late finger: every other is within 4 mm",
            script: "0ms down 0 100,60\n50ms move 0 $,60\n200ms down 1 160,60\n260ms up 1\n1s up 0",
            told: "tap#1 ended", met: ["103.99", "104"], missed: ["104.01"], only: .tap(.init())),
        TraceThreshold(
            rule: "late finger: no finger lifted in the 60 ms before",
            script: "0ms down 0 100,60\n150ms down 1 160,60\n200ms up 1\n$ms down 1 200,60"
                + "\n320ms up 1\n1s up 0",
            told: "tap#2 ended", met: ["261"], missed: ["259", "260"], only: .tap(.init())),
        TraceThreshold(
            rule: "hand: after a lift that leaves fingers nothing begins for 150 ms",
            script: "0ms down 0 100,60  down 1 140,60\n600ms up 1\n$ms move 0 110,60\n900ms up 0",
            told: "drag#1 began", met: ["750", "751"], missed: ["749"]),
    ]

    static let presses = [
        TraceThreshold(
            rule: "long_press: 500 ms after the first landing",
            script: "0ms down 0 100,60\n$ms up 0", told: "500ms long_press#1 began",
            met: ["500", "501"], missed: ["499"]),
        TraceThreshold(
            rule: "long_press: within 4 mm", script: "0ms down 0 100,60\n20ms move 0 $,60\n1s up 0",
            told: "long_press#1 began", met: ["103.99", "104"], missed: ["104.01"]),
    ]

    static let drags = [
        TraceThreshold(
            rule: "drag: moved more than 4 mm",
            script: "0ms down 0 100,60\n600ms move 0 100,$\n700ms up 0", told: "drag#1 began",
            met: ["64.01", "55.99"], missed: ["63.99", "64", "56"]),
        TraceThreshold(
            rule: "drag: in the band of 3 % along the left side",
            script: "0ms down 0 $,100\n600ms move 0 60,100\n700ms up 0", told: "edge=left",
            met: ["10.31", "10.32"], missed: ["10.33"]),
        TraceThreshold(
            rule: "drag: in the band of 5 mm along the top of a small panel",
            script: "0ms down 0 50,$\n600ms move 0 50,30\n700ms up 0", told: "edge=top",
            met: ["4.99", "5"], missed: ["5.01"], head: "device 150x90mm jitter=0mm"),
        TraceThreshold(
            rule: "velocity: 0 where the newest sample is more than 80 ms old",
            script: "0ms..100ms stroke 0 100,60 -> 160,60\n$ms up 0", told: "drag#1 ended vx=600",
            met: ["179", "180"], missed: ["181"], head: "device 344x194mm jitter=0mm\nshow vx"),
        TraceThreshold(
            rule: "velocity: a gap of more than 40 ms starts anew",
            script: "0ms..100ms stroke 0 100,60 -> 160,60\n$ms move 0 184,60\n150ms up 0",
            told: "drag#1 ended vx=600", met: ["140"], missed: ["141"],
            head: "device 344x194mm jitter=0mm\nshow vx"),
    ]

    static let swipes = [
        TraceThreshold(
            rule: "swipe: travel of 12 mm",
            script: "0ms..90ms stroke 0 100,60 -> $,60\n100ms up 0", told: "swipe#1 ended",
            met: ["112", "112.01"], missed: ["111.99"]),
        TraceThreshold(
            rule: "swipe: 80 mm/s on average",
            script: "0ms..190ms stroke 0 100,60 -> 116,60\n$ms up 0", told: "swipe#1 ended",
            met: ["199", "200"], missed: ["201"]),
        TraceThreshold(
            rule: "swipe: 3 mm in the 100 ms before the first lift",
            script: "0ms..80ms stroke 0 100,60 -> 140,60\n80ms..180ms stroke 0 -> $,60\n180ms up 0",
            told: "swipe#1 ended", met: ["143", "143.01"], missed: ["142.99"]),
        TraceThreshold(
            rule: "swipe: 800 ms at most",
            script: "0ms..790ms stroke 0 100,60 -> 250,60\n$ms up 0", told: "swipe#1 ended",
            met: ["799", "800"], missed: ["801"]),
        TraceThreshold(
            rule: "swipe: at most 20 degrees off its direction",
            script: "0ms..90ms stroke 0 100,60 -> 150,$\n100ms up 0", told: "direction=right",
            met: ["78.19", "41.81"], missed: ["78.21", "41.79"]),
        TraceThreshold(
            rule: "swipe: wanders at most 30 % of its travel",
            script: "0ms..80ms stroke 0 100,60 -> 120,$ -> 140,60\n90ms up 0",
            told: "swipe#1 ended", met: ["71.99", "72"], missed: ["72.01"]),
        TraceThreshold(
            rule: "swipe: all lifted within 100 ms of the first",
            script: "0ms..90ms stroke 0 100,60 -> 140,60  stroke 1 100,80 -> 140,80\n100ms up 0"
                + "\n$ms up 1",
            told: "swipe#1 ended", met: ["199", "200"], missed: ["201"]),
    ]

    private static let pair = "0ms down 0 150,60  down 1 190,60\n"

    static let pinches = [
        TraceThreshold(
            rule: "magnify: 5 mm of spread", script: pair + "50ms move 1 $,60",
            told: "magnify#1 began", met: ["195", "195.01", "185"], missed: ["194.99", "185.01"]),
        TraceThreshold(
            rule: "magnify: a tenth of the scale",
            script: "0ms down 0 150,60  down 1 250,60\n50ms move 1 $,60", told: "magnify#1 began",
            met: ["260", "260.01"], missed: ["259.99"]),
        TraceThreshold(
            rule: "magnify: half of the centroid's travel",
            script: pair + "50ms move 0 145,$  move 1 195,$", told: "magnify#1 began",
            met: ["79.99", "80"], missed: ["80.01"]),
        TraceThreshold(
            rule: "magnify: a radius of 8 mm now", script: pair + "50ms move 0 162,60  move 1 $,60",
            told: "magnify#1 began", met: ["178", "178.02"], missed: ["177.98"]),
        TraceThreshold(
            rule: "rotate: 10 degrees",
            script: "0ms down 0 140,100  down 1 200,100\n0ms..10ms turn 0,1 about 170,100 by $",
            told: "rotate#1 began", met: ["10.01", "-10.01"], missed: ["9.99", "-9.99"],
            head: "device 344x194mm resolution=10000 jitter=0mm"),
        TraceThreshold(
            rule: "rotate: an arc of 2 mm",
            script: "0ms down 0 160,100  down 1 180,100\n0ms..10ms turn 0,1 about 170,100 by $",
            told: "rotate#1 began", met: ["11.47"], missed: ["11.45"],
            head: "device 344x194mm resolution=10000 jitter=0mm"),
        TraceThreshold(
            rule: "rotate: a radius of 8 mm now",
            script: "0ms down 0 $,100  down 1 178,100\n0ms..10ms turn 0,1 about 170,100 by 40",
            told: "rotate#1 began", met: ["161.98"], missed: ["162.02"],
            head: "device 344x194mm resolution=10000 jitter=0mm"),
    ]

    private static let resting =
        "0ms down 0 100,60 force=0.2\n0ms..140ms hold 0 force=0.2->0.21\n"
    private static let presses100k = "device 344x194mm jitter=0mm pressure=0..100000"

    static let forces = [
        TraceThreshold(
            rule: "force: five different pressures that are not 0",
            script: "0ms down 0 100,60\n10ms move 0 force=0.1\n20ms move 0 force=0.2\n30ms move 0"
                + " force=0.3\n40ms move 0 force=0.4\n50ms move 0 force=$",
            told: "device force=pressure", met: ["0.5"], missed: ["0", "0.2"], head: presses100k),
        TraceThreshold(
            rule: "deep_press: a force of 0.75",
            script: resting + "150ms..450ms hold 0 force=$\n460ms up 0",
            told: "deep_press#1 began", met: ["0.75->0.7509"], missed: ["0.74->0.7499"],
            head: presses100k),
        TraceThreshold(
            rule: "deep_press: half as much again as the touch itself",
            script: "0ms down 0 100,60 force=0.599\n0ms..140ms hold 0 force=0.599->0.6"
                + "\n150ms..450ms hold 0 force=$\n460ms up 0",
            told: "deep_press#1 began", met: ["0.901->0.902"], missed: ["0.896->0.897"],
            head: presses100k),
        TraceThreshold(
            rule: "deep_press: ends below 0.65",
            script: resting + "150ms..300ms hold 0 force=0.9->0.901\n300ms..450ms hold 0 force=$"
                + "\n600ms up 0",
            told: "600ms deep_press#1 ended", met: ["0.6509->0.65"], missed: ["0.6499->0.649"],
            head: presses100k),
    ]

    static let contacts = [
        TraceThreshold(
            rule: "jump: farther than 20 mm",
            script: "0ms down 0 60,60\n3.99ms move 0 $,60\n60ms up 0", told: "tap#1 ended",
            met: ["80.01"], missed: ["79.99", "80"]),
        TraceThreshold(
            rule: "jump: faster than 5 m/s",
            script: "0ms down 0 60,60\n$ms move 0 100,60\n60ms up 0", told: "tap#1 ended",
            met: ["7.9"], missed: ["8", "8.1"]),
        TraceThreshold(
            rule: "jump: a silence counts as 40 ms",
            script: "0ms down 0 60,60\n200ms move 0 $,60\n260ms up 0", told: "tap#1 ended",
            met: ["260.01"], missed: ["260"]),
        TraceThreshold(
            rule: "jump: 4 times as fast as the finger was",
            script: "0ms..40ms stroke 0 20,60 -> 80,60\n50ms move 0 $,60\n400ms up 0",
            told: "drag#1 ended x=80", met: ["140.1"], missed: ["140"],
            head: "device 344x194mm jitter=0mm\nshow x"),
        TraceThreshold(
            rule: "jitter: held back within 0.4 mm",
            script: "0ms down 0 100,60\n20ms move 0 $,60\n1s up 0",
            told: "long_press#1 ended x=100 y=60", met: ["100.39", "99.6"],
            missed: ["100.41", "99.59"], head: "device 344x194mm\nshow x y"),
    ]
}
