/// How the hands of a person move: ranges from which each touch is drawn.
///
/// No figure here was measured on people by this project. Where a figure has no source it is
/// assumed.
public struct Person: Sendable {
    /// The name in a sentence and on the command line.
    public var name: String
    /// How long a finger stays down for a tap, in s.
    public var tap: ClosedRange<Double> = 0.04...0.11
    /// The time between the taps of a double tap, lift to landing, in s.
    public var tapGap: ClosedRange<Double> = 0.08...0.16
    /// The maximum distance between the landings of a double tap, in mm.
    public var tapSpread = 1.0
    /// How far a resting finger drifts, in mm.
    public var drift: ClosedRange<Double> = 0...0.4
    /// The factor of the duration of movements and holds.
    public var slowness: ClosedRange<Double> = 0.9...1.1
    /// The time between the landings of the first and the last finger of a hand, in s.
    public var stagger: ClosedRange<Double> = 0...0.03
    /// The distance of neighbouring fingers, in mm.
    public var spacing = 20.0
    /// The deviation from a given direction, in degrees.
    public var misdirection: ClosedRange<Double> = -5...5
    /// The height of the arc that a straight movement becomes, as a share of its length. A wrist or
    /// an elbow turns about a joint.
    public var arc: ClosedRange<Double> = -0.03...0.03
    /// The sideways movement as a fast stroke ends, as a share of its length.
    public var hook: ClosedRange<Double> = 0...0
    /// The amplitude of the tremor, in mm.
    public var tremor: ClosedRange<Double> = 0...0.05
    /// The frequency of the tremor, in Hz: 8 to 12 for the physiologic one (Bhatia et al., Movement
    /// Disorders 33, 2018).
    public var tremorFrequency: ClosedRange<Double> = 8...12
    /// The diameter of a contact, in mm: fingertips are 8 to 10 mm wide (Dandekar, Raju and
    /// Srinivasan, MIT Touch Lab, 2003).
    public var contact: ClosedRange<Double> = 8...10
    /// The force of a light touch, 0 to 1.
    public var force: ClosedRange<Double> = 0.2...0.3

    public init(_ name: String) {
        self.name = name
    }

    /// An adult in no hurry.
    public static let adult = Person("adult")

    /// A child of about six years: small hands, quick and inexact (assumed).
    public static let child: Person = {
        var person = Person("child")
        person.tap = 0.05...0.15
        person.tapGap = 0.1...0.22
        person.tapSpread = 3
        person.drift = 0...1.2
        person.stagger = 0...0.06
        person.spacing = 14
        person.misdirection = -12...12
        person.arc = -0.06...0.06
        person.contact = 6...8
        return person
    }()

    /// A person with slow hands: the touches for which `profile: slow_hands` is made
    /// (docs/accuracy.md).
    public static let slow: Person = {
        var person = Person("slow")
        person.tap = 0.4...0.7
        person.tapGap = 0.4...0.6
        person.tapSpread = 3
        person.drift = 2...4
        person.slowness = 1.5...2
        person.stagger = 0...0.08
        return person
    }()

    /// A person with essential tremor: 4 to 12 Hz (Bhatia et al., 2018); a hand on glass trembles by
    /// one to three millimetres (assumed).
    public static let tremor: Person = {
        var person = Person("tremor")
        person.tap = 0.08...0.25
        person.tapGap = 0.12...0.3
        person.tapSpread = 4
        person.tremor = 0.5...1.5
        person.tremorFrequency = 4...7
        person.stagger = 0...0.06
        person.misdirection = -10...10
        return person
    }()

    /// A hand in a work glove: wide contacts, fingers far apart (assumed).
    public static let glove: Person = {
        var person = Person("glove")
        person.tap = 0.06...0.16
        person.tapSpread = 3
        person.drift = 0...1
        person.spacing = 28
        person.stagger = 0...0.05
        person.contact = 12...16
        person.force = 0.1...0.2
        return person
    }()

    /// A stretched arm at a wall: movements turn about the elbow and end with a hook (assumed).
    public static let arm: Person = {
        var person = Person("arm")
        person.tap = 0.05...0.14
        person.drift = 0...0.8
        person.misdirection = -8...8
        person.arc = 0.05...0.12
        person.hook = 0...0.08
        person.stagger = 0...0.05
        return person
    }()

    /// The people that a sentence can name.
    public static let all: [Person] = [adult, child, slow, tremor, glove, arm]

    /// The person with a name; `nil` if no person has it.
    public init?(named name: String) {
        guard let person = Self.all.first(where: { $0.name == name }) else { return nil }
        self = person
    }
}
