/// What the device has shown of its contacts, and how the filter adapts to it.
extension ContactFilter {
    /// Adapts to what the device has shown: for example, requires a second frame of every contact
    /// if it has ghosts. Returns whether that is new. Call it while no contact is down.
    mutating func adapt() -> Bool {
        let before = confirmation
        let spikesChange = adaptToSpikes()
        let splitsChange = adaptToSplits()
        let hasNew = adaptToLandings() || spikesChange || splitsChange
        if !isConfirmationFixed { confirmation = showsGhosts ? .all : .late }
        return hasNew || confirmation != before
    }

    /// Whether the device has shown enough ghosts to prove that it has them.
    var showsGhosts: Bool { history.ghostEvidence.isProof }

    /// Whether every contact must be confirmed because the device has shown ghosts.
    var hasAdapted: Bool { !isConfirmationFixed && confirmation == .all }

    /// Whether suspect samples are withheld because the device has shown spikes.
    var hasLearnedSpikes: Bool { learnsSpikes && spikes.isActive }

    /// Withholds suspect samples from now on, or no longer, as the device has shown; returns
    /// whether that is new.
    mutating func adaptToSpikes() -> Bool {
        guard learnsSpikes, spikes.isActive != history.spikes.isProof else { return false }
        spikes.isActive = history.spikes.isProof
        return true
    }

    /// Whether contacts up to 12 mm from a finger count as its splits because the device has shown
    /// splits.
    var hasLearnedSplits: Bool { splits.isLearning && splits.isActive }

    /// Drops splits of up to 12 mm from now on, or no longer, as the device has shown; returns
    /// whether that is new.
    mutating func adaptToSplits() -> Bool {
        guard splits.isLearning, splits.isActive != history.splits.isProof else { return false }
        splits.isActive = history.splits.isProof
        return true
    }

    /// Counts a change of the adaptations.
    mutating func countAdaptation() { refusals &+= 1 }

    /// Inherits the history of another filter of the same device.
    mutating func inheritHistory(_ other: ContactHistory) {
        history = other
        _ = adapt()
    }
}
