// Which of two gestures of one kind is narrower: fingers that meet its thresholds always meet those
// of the other.

extension GestureDefinition {
    /// Whether fingers that meet this gesture always meet `other`, which is of the same kind, but
    /// not vice versa, and the same step decides about both.
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

    /// The pairs of indices of definitions of which the later one is narrower. All definitions are
    /// of this kind.
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
            && SurfaceEdge.bands(other.edges, other.edgeWidth, contain: edges, edgeWidth)
            && other.minimumDistance <= minimumDistance && other.minimumSpeed <= minimumSpeed
            && other.minimumFlick <= minimumFlick
            && Limit.isWithin(maximumDuration, other.maximumDuration)
            && Limit.isWithin(maximumWander, other.maximumWander)
            && liftWindow <= other.liftWindow
            && SwipeSectors(directions, deviation: maximumDeviation)
                .areWithin(SwipeSectors(other.directions, deviation: other.maximumDeviation))
    }
}

extension DragThresholds {
    package func isWithin(_ other: Self) -> Bool {
        other.fingers.includes(fingers)
            && SurfaceEdge.bands(other.edges, other.edgeWidth, contain: edges, edgeWidth)
            && (other.axis == .any || other.axis == axis)
            && other.minimumDistance <= minimumDistance
    }

    /// With different axes, one drag may begin before the other, because a displacement is at least
    /// as long as its component along an axis.
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
    /// Two taps with different gaps or spacing are never within each other: they may reach
    /// different counts.
    package func isWithin(_ other: Self) -> Bool {
        other.fingers.includes(fingers) && other.count.includes(count)
            && other.minimumDuration <= minimumDuration
            && Limit.isWithin(maximumDuration, other.maximumDuration)
            && Limit.isWithin(maximumDistance, other.maximumDistance)
            && Limit.isWithin(maximumSeparation, other.maximumSeparation)
            && between == other.between
            && (minimumGap, maximumGap) == (other.minimumGap, other.maximumGap)
            && maximumSpacing == other.maximumSpacing
            && (other.beside.isEmpty || !beside.isEmpty && beside.isSubset(of: other.beside))
    }

    /// Only the winner continues to count: counts that only the other tap has would never be
    /// reported.
    package func isDecided(with other: Self) -> Bool { count == other.count }
}

extension SurfaceEdge {
    /// Whether the bands of some sides contain those of others.
    ///
    /// - Parameters:
    ///   - edges: the sides of the bands that may contain the others; if empty, the whole surface.
    ///   - width: the width of their bands, in mm; `nil` for the default width of the surface.
    ///   - others: the sides of the bands that may be contained; if empty, the whole surface.
    ///   - otherWidth: the width of their bands, in mm.
    static func bands(
        _ edges: Set<SurfaceEdge>, _ width: Double?, contain others: Set<SurfaceEdge>,
        _ otherWidth: Double?
    ) -> Bool {
        guard !edges.isEmpty else { return true }
        guard !others.isEmpty, others.isSubset(of: edges) else { return false }
        guard width != otherWidth else { return true }
        // The default width depends on the surface, which is unknown here.
        guard let width, let otherWidth else { return false }
        return otherWidth <= width
    }
}
