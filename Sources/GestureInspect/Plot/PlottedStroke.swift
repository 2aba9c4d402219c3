import TouchCore

/// The way of one contact, from its landing to its lift.
///
/// Samples that would not be seen are left out: closer to the last than `leastWay`, with like force.
struct PlottedStroke {
    /// Where the contact was, in millimetres, and how hard it pressed, 0 to 1.
    struct Sample: Hashable {
        var position: Point
        /// `nil` where the device has no such axis.
        var force: Double?
    }

    /// In millimetres: less than a pixel on most panels.
    private static let leastWay = 0.2
    /// Force that makes a difference to see.
    private static let leastForce = 0.06

    private(set) var samples: [Sample]
    /// The last place, though it may be too near to be among `samples`.
    private(set) var end: Point
    /// It came to the glass in the recording, not before.
    let hasLanded: Bool
    private(set) var hasLifted = false
    /// The device called it a palm.
    var isPalm = false

    /// A stroke that is a point so far.
    init(_ sample: Sample, hasLanded: Bool) {
        samples = [sample]
        end = sample.position
        self.hasLanded = hasLanded
    }

    /// Where it begins.
    var start: Point { samples.first?.position ?? end }

    /// Goes on to `sample`.
    mutating func move(to sample: Sample) {
        end = sample.position
        guard let last = samples.last else { return }
        let isFar =
            last.position.squaredDistance(to: sample.position) >= Self.leastWay * Self.leastWay
        let change = abs((sample.force ?? 0) - (last.force ?? 0))
        if isFar || change >= Self.leastForce {
            samples.append(sample)
        }
    }

    /// Ends where it is; the force of a contact that has lifted says nothing.
    mutating func lift(at sample: Sample) {
        move(to: Sample(position: sample.position, force: samples.last?.force))
        hasLifted = true
    }
}
