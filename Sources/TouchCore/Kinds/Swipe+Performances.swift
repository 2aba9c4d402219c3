extension SwipeThresholds {
    package func performances(on stage: PerformanceStage) -> [Performance] {
        let minimum = max(minimumDistance, minimumFlick)
        let lengths = [minimum * 1.25 + 20, minimum * 2.5 + 20]
        return lengths.flatMap { strokes(of: $0, askewBy: [0, 0.8], on: stage) }
            + strokes(of: lengths[0], askewBy: [0], bentBy: 0.8, on: stage)
    }

    /// Swipes as short, as oblique and as crooked as allowed.
    package func rarePerformances(on stage: PerformanceStage) -> [Performance] {
        let length = minimumDistance * 1.25 + 2
        return strokes(of: length, askewBy: [0, 0.8], on: stage)
            + strokes(of: length + 18, askewBy: [0.98], on: stage)
            + strokes(of: length + 18, askewBy: [0], bentBy: 0.98, on: stage)
    }

    /// - Parameters:
    ///   - length: the displacement, in mm.
    ///   - shares: the deviations, as fractions of the maximum deviation.
    ///   - bend: the wander, as a fraction of the maximum; 0 is a straight line.
    private func strokes(
        of length: Double, askewBy shares: [Double], bentBy bend: Double = 0,
        on stage: PerformanceStage
    ) -> [Performance] {
        let directions = SwipeDirection.allCases.filter(self.directions.contains).map(\.unitVector)
        let degrees = maximumDeviation ?? 15
        let angles = shares.map { (degrees == 0 ? 20 : degrees) * $0 * .pi / 180 }
        let wander = min(Limit.length(maximumWander), 1) * bend
        var performances: [Performance] = []
        for fingers in stage.counts(fingers) {
            for angle in angles {
                for edge in SurfaceEdge.origins(edges) {
                    for direction in directions {
                        guard let length = self.length(length, direction, from: edge) else {
                            continue
                        }
                        performances += durations(length, fingers).compactMap { duration in
                            let direction = direction.turned(by: angle)
                            let touch = stage.stroke(
                                fingers, direction, length, from: edge, of: edgeBands,
                                Self.phases(direction * length, bentBy: wander, in: duration))
                            let isPlain = angle == 0 && wander == 0
                            return touch.map { [isPlain ? $0 : $0.careless] }
                        }
                    }
                }
            }
        }
        return performances
    }

    /// A stroke whose middle is off the straight line by `share` of its length.
    private static func phases(
        _ travel: Point, bentBy share: Double, in duration: Double
    ) -> [PerformedTouch.Phase] {
        guard share > 0 else { return [.init(duration, travel: travel)] }
        let aside = travel.turned(by: .pi / 2) * share
        return [
            .init(duration / 2, travel: travel / 2 + aside),
            .init(duration / 2, travel: travel / 2 - aside),
        ]
    }

    /// The length of a stroke; `nil` if it would leave the surface.
    private func length(
        _ length: Double, _ direction: Point, from edge: SurfaceEdge?
    ) -> Double? {
        guard !SurfaceEdge.admits(edge, direction) else { return length }
        // A stroke towards the side that it comes from must fit into the band.
        let room = (edgeWidth ?? 0) * 0.7
        return room > minimumDistance ? min(length, room) : nil
    }

    /// Durations of a stroke after its fingers have landed, in s: a short one, and nearly the
    /// longest allowed.
    private func durations(_ length: Double, _ fingers: Int) -> [Double] {
        let landing = PerformedTouch.landingDuration(fingers)
        let slowest = max(minimumSpeed, minimumFlick / 0.1, 40)
        let longest = min(length / slowest, Limit.seconds(maximumDuration))
        let fast = min(length / 400, max(longest / 2 - landing, 0.05))
        return [fast, max(fast, longest / 1.2 - landing)]
    }
}
