/// How the hands of a person move.
///
/// No figure here was measured on people by this project. A figure without a source is assumed.
public typealias Person = Figures<PersonFigure>

/// The figures in which the hands of people differ. docs/gesturectl.md has the same list.
public enum PersonFigure: String, FigureName {
    /// How long a finger stays down for a tap.
    case tap
    /// The time between the taps of a double tap, lift to landing.
    case gap
    /// The maximum distance of the landings of a double tap, in x and in y.
    case spread
    /// The distance that a resting finger drifts.
    case drift
    /// The time in which it drifts, at most: a shorter touch drifts as far.
    case drifting
    /// The factor of the duration of movements and holds.
    case slowness
    /// The time between the landings of the first and the last finger.
    case stagger
    /// The share of `stagger` for which the hand waits before it moves.
    case wait
    /// The time between the lifts of the first and the last finger.
    case lifting
    /// How much later than the first finger each other finger begins to move.
    case ragged
    /// The distance of neighbouring fingers in a row.
    case spacing
    /// The angle of that row; at 0 it is perpendicular to the movement.
    case row
    /// The distance of the fingers from the middle before they close.
    case open
    /// The same before they spread.
    case closed
    /// The same while they turn.
    case radius
    /// The direction from the middle to the first finger, for these three movements.
    case tilt
    /// The distance that the hand moves during these movements.
    case slide
    /// The distance that the hand moves in the 0.4 s before them.
    case approach
    /// The position of the centre of a turn: 0 % is the middle, 100 % the first finger.
    case pivot
    /// The deviation from a given direction.
    case misdirection
    /// The height of the arc that a straight movement becomes, as a share of its length: the hand
    /// turns about the wrist or the elbow.
    case arc
    /// The sideways movement as a stroke ends, as a share of its length.
    case hook
    /// The time between the end of a movement and the lift, except for a swipe.
    case rest
    /// The amplitude of the tremor.
    case tremor
    /// The frequency of the tremor: 8 to 12 Hz in healthy people (Bhatia et al., Movement Disorders
    /// 33, 2018).
    case trembling
    /// The diameter of a contact: fingertips are 8 to 10 mm wide (Dandekar, Raju and Srinivasan, MIT
    /// Touch Lab, 2003).
    case contact
    /// The force of a light touch.
    case force
    /// The time between a touch and the next.
    case pause

    public static var subject: String { "person" }

    public var isDrawn: Bool { self != .spread && self != .drifting }

    public var limits: ClosedRange<Double>? {
        switch self {
        case .slowness: 0.1...10
        case .spread, .drift, .spacing, .open, .closed, .radius, .slide, .approach, .tremor:
            0...3_000
        // The panel's maximum (`EvemuWriter`).
        case .contact: 0...40
        case .wait, .force: 0...1
        default: nil
        }
    }

    public static var known: [(name: String, figures: String)] {
        [
            // In no hurry. Figures that the other people do not list are those of the adult.
            (
                "adult",
                """
                tap 40..110 ms, gap 80..160 ms, spread 0.5 mm, drift 0..0.4 mm, drifting 10 s, \
                slowness 90..110 %, stagger 0..30 ms, wait 100 %, lifting 0 ms, ragged 0 ms, \
                spacing 20 mm, row 0 degrees, open 40 mm, closed 20 mm, radius 35 mm, tilt \
                -40..-20 degrees, slide 0 mm, approach 0 mm, pivot 0 %, misdirection -5..5 \
                degrees, arc -3..3 %, hook 0 %, rest 100 ms, tremor 0..0.05 mm, trembling \
                8..12 Hz, contact 8..10 mm, force 20..30 %, pause 600 ms
                """
            ),
            // About six years old: small hands, quick and inexact (assumed).
            (
                "child",
                """
                tap 50..150 ms, gap 100..220 ms, spread 1.5 mm, drift 0..1.2 mm, stagger 0..60 ms, \
                spacing 14 mm, misdirection -12..12 degrees, arc -6..6 %, contact 6..8 mm
                """
            ),
            // The touches for which `profile: slow_hands` is made (docs/accuracy-tables.md).
            (
                "slow",
                """
                tap 400..700 ms, gap 400..600 ms, spread 1.5 mm, drift 2..4 mm, \
                slowness 150..200 %, stagger 0..80 ms, pause 1 s
                """
            ),
            // Essential tremor: 4 to 12 Hz (Bhatia et al., 2018); a hand on glass trembles by one to
            // three millimetres from peak to peak (assumed).
            (
                "tremor",
                """
                tap 80..250 ms, gap 120..300 ms, spread 2 mm, tremor 0.5..1.5 mm, \
                trembling 4..7 Hz, stagger 0..60 ms, misdirection -10..10 degrees
                """
            ),
            // A work glove: wide contacts, fingers far apart (assumed).
            (
                "glove",
                """
                tap 60..160 ms, spread 1.5 mm, drift 0..1 mm, spacing 28 mm, stagger 0..50 ms, \
                contact 12..16 mm, force 10..20 %
                """
            ),
            // A stretched arm at a wall: movements turn about the elbow and end with a hook (assumed).
            (
                "arm",
                """
                tap 50..140 ms, drift 0..0.8 mm, misdirection -8..8 degrees, arc 5..12 %, \
                hook 0..8 %, stagger 0..50 ms
                """
            ),
        ]
    }
}
