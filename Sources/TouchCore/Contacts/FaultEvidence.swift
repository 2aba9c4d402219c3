/// Evidence that a device has a fault. It is forgotten after 50 lifts without more.
struct FaultEvidence: Sendable {
    /// Evidence is forgotten after this many lifts without more.
    private static let memory = 50

    /// From this number of observations on, the fault is known.
    private let proof: Int
    private var count = 0
    private var lifts = 0

    init(proof: Int) { self.proof = proof }

    /// Whether the fault is known.
    var isProof: Bool { count >= proof }
    /// Whether there is no evidence.
    var isEmpty: Bool { count == 0 }

    /// Adds an observation, or one that proves as much as several.
    mutating func add(_ weight: Int = 1) {
        count = min(count &+ weight, proof)
        lifts = 0
    }

    /// Removes an observation that proved wrong, unless the fault is known.
    mutating func withdraw() {
        if count > 0, !isProof { count &-= 1 }
    }

    /// Forgets the evidence: the device has shown that it does not have the fault.
    mutating func forget() { (count, lifts) = (0, 0) }

    /// Counts the lift of a finger; after 50 without an observation there is no evidence.
    mutating func countLift() {
        guard count > 0 else { return }
        lifts &+= 1
        if lifts >= Self.memory { forget() }
    }
}
