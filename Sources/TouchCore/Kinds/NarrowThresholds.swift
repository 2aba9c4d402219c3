// Which thresholds of a kind are met only if others of the same kind are met.

extension GestureDefinition {
    /// Whether it is met only if another one of its kind is met, but not vice versa, and both are
    /// then decided in the same step.
    package func isNarrower(than other: GestureDefinition) -> Bool {
        thresholds?.isNarrower(than: other) ?? false
    }
}

extension GestureThresholds {
    package func isWithin(_ other: Self) -> Bool { false }
    package func isDecided(with other: Self) -> Bool { true }

    fileprivate func isNarrower(than other: GestureDefinition) -> Bool {
        (other.thresholds as? Self).map(isNarrower) ?? false
    }

    private func isNarrower(than other: Self) -> Bool {
        isWithin(other) && isDecided(with: other) && !other.isWithin(self)
    }

    /// The pairs of definitions of the kind of which the later one is narrower, as indices.
    static func narrowerPairs(
        in definitions: [GestureDefinition]
    ) -> [(earlier: Int, later: Int)] {
        let all = definitions.compactMap { $0.thresholds as? Self }
        var pairs: [(earlier: Int, later: Int)] = []
        for later in all.indices {
            for earlier in 0..<later where all[later].isNarrower(than: all[earlier]) {
                pairs.append((earlier, later))
            }
        }
        return pairs
    }
}

extension SwipeThresholds {
    package func isWithin(_ other: Self) -> Bool {
        other.fingers.includes(fingers)
            && SurfaceEdge.takes(other.edges, other.edgeWidth, all: edges, edgeWidth)
            && other.minimumDistance <= minimumDistance && other.minimumSpeed <= minimumSpeed
            && other.minimumFlick <= minimumFlick
            && Limit.isWithin(maximumDuration, other.maximumDuration)
            && Limit.isWithin(maximumWander, other.maximumWander)
            && SwipeWays(directions, deviation: maximumDeviation)
                .areWithin(SwipeWays(other.directions, deviation: other.maximumDeviation))
    }
}

extension DragThresholds {
    package func isWithin(_ other: Self) -> Bool {
        other.fingers.includes(fingers)
            && SurfaceEdge.takes(other.edges, other.edgeWidth, all: edges, edgeWidth)
            && (other.axis == .any || other.axis == axis)
            && other.minimumDistance <= minimumDistance
    }

    /// The total displacement is never shorter than its part along an axis.
    package func isDecided(with other: Self) -> Bool {
        minimumDistance == other.minimumDistance && axis == other.axis
    }
}

extension MagnifyThresholds {
    package func isWithin(_ other: Self) -> Bool {
        other.fingers.includes(fingers) && other.minimumDistance <= minimumDistance
            && other.minimumScale <= minimumScale && other.minimumShare <= minimumShare
            && other.minimumRadius <= minimumRadius
    }

    package func isDecided(with other: Self) -> Bool {
        minimumDistance == other.minimumDistance && minimumScale == other.minimumScale
            && minimumShare == other.minimumShare && minimumRadius == other.minimumRadius
    }
}

extension RotateThresholds {
    package func isWithin(_ other: Self) -> Bool {
        other.fingers.includes(fingers) && other.minimumRotation <= minimumRotation
            && other.minimumDistance <= minimumDistance && other.minimumShare <= minimumShare
            && other.minimumRadius <= minimumRadius
    }

    package func isDecided(with other: Self) -> Bool {
        minimumRotation == other.minimumRotation && minimumDistance == other.minimumDistance
            && minimumShare == other.minimumShare && minimumRadius == other.minimumRadius
    }
}

extension LongPressThresholds {
    package func isWithin(_ other: Self) -> Bool {
        other.fingers.includes(fingers) && other.minimumDuration <= minimumDuration
            && Limit.isWithin(maximumDistance, other.maximumDistance)
            && Limit.isWithin(maximumDrift, other.maximumDrift)
    }

    package func isDecided(with other: Self) -> Bool { minimumDuration == other.minimumDuration }
}

extension DeepPressThresholds {
    package func isWithin(_ other: Self) -> Bool {
        other.fingers.includes(fingers) && other.threshold <= threshold
            && Limit.isWithin(maximumDistance, other.maximumDistance)
    }

    package func isDecided(with other: Self) -> Bool { threshold == other.threshold }
}

extension ForceThresholds {
    package func isWithin(_ other: Self) -> Bool { other.fingers.includes(fingers) }
}

extension TapThresholds {
    /// Taps that count differently are not compared: their counts differ.
    package func isWithin(_ other: Self) -> Bool {
        other.fingers.includes(fingers) && other.count.includes(count)
            && other.minimumDuration <= minimumDuration
            && Limit.isWithin(maximumDuration, other.maximumDuration)
            && Limit.isWithin(maximumDistance, other.maximumDistance)
            && Limit.isWithin(maximumSeparation, other.maximumSeparation)
            && (minimumGap, maximumGap) == (other.minimumGap, other.maximumGap)
            && maximumSpacing == other.maximumSpacing
    }

    /// The count of the winner continues: the other would lose counts that only it reports.
    package func isDecided(with other: Self) -> Bool { count == other.count }
}

extension SurfaceEdge {
    /// Whether any finger that lands in the bands of some sides also lands in those of others.
    ///
    /// - Parameters:
    ///   - edges: the sides that accept it; if empty, it may land anywhere.
    ///   - width: the width of their bands.
    ///   - others: the sides in whose bands it lands; if empty, anywhere.
    ///   - otherWidth: the width of those bands.
    static func takes(
        _ edges: Set<SurfaceEdge>, _ width: Double?, all others: Set<SurfaceEdge>,
        _ otherWidth: Double?
    ) -> Bool {
        guard !edges.isEmpty else { return true }
        guard !others.isEmpty, others.isSubset(of: edges) else { return false }
        guard width != otherWidth else { return true }
        // The width of the surface is not known here.
        guard let width, let otherWidth else { return false }
        return otherWidth <= width
    }
}
