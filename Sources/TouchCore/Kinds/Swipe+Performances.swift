extension SwipeThresholds {
    package func performances(on stage: PerformanceStage) -> [Performance] {
        let least = max(minimumDistance, minimumFlick)
        let lengths = [least * 1.25 + 20, least * 2.5 + 20]
        return lengths.flatMap { strokes(of: $0, askewBy: [0, 0.8], on: stage) }
            + strokes(of: lengths[0], askewBy: [0], bentBy: 0.8, on: stage)
    }

    /// As short, oblique and crooked as allowed.
    package func rarePerformances(on stage: PerformanceStage) -> [Performance] {
        let length = minimumDistance * 1.25 + 2
        return strokes(of: length, askewBy: [0, 0.8], on: stage)
            + strokes(of: length + 18, askewBy: [0.98], on: stage)
            + strokes(of: length + 18, askewBy: [0], bentBy: 0.98, on: stage)
    }

    /// - Parameters:
    ///   - shares: fractions of the maximum deviation.
    ///   - bend: fraction of the maximum wander of the path; 0 is a straight line.
    private func strokes(
        of length: Double, askewBy shares: [Double], bentBy bend: Double = 0,
        on stage: PerformanceStage
    ) -> [Performance] {
        let ways = SwipeDirection.allCases.filter(directions.contains).map(\.way)
        let degrees = maximumDeviation ?? 15
        let angles = shares.map { (degrees == 0 ? 20 : degrees) * $0 * .pi / 180 }
        let wander = min(Limit.length(maximumWander), 1) * bend
        var performances: [Performance] = []
        for fingers in stage.counts(fingers) {
            for angle in angles {
                for edge in SurfaceEdge.origins(edges) {
                    for way in ways {
                        guard let length = self.length(length, way, from: edge) else { continue }
                        performances += durations(length, fingers).compactMap { duration in
                            let way = way.turned(by: angle)
                            let touch = stage.stroke(
                                fingers, way, length, from: edge, of: edgeBands,
                                Self.phases(way * length, bentBy: wander, in: duration))
                            let isPlain = angle == 0 && wander == 0
                            return touch.map { [isPlain ? $0 : $0.careless] }
                        }
                    }
                }
            }
        }
        return performances
    }

    /// A stroke whose middle is off the straight line by a fraction of its length.
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
        _ length: Double, _ way: Point, from edge: SurfaceEdge?
    ) -> Double? {
        guard !SurfaceEdge.admits(edge, way) else { return length }
        // Towards the side that it comes from, only a wide band has room.
        let room = (edgeWidth ?? 0) * 0.7
        return room > minimumDistance ? min(length, room) : nil
    }

    /// Durations of a stroke after its fingers have landed, in s: a fast one, and one as slow as
    /// allowed.
    private func durations(_ length: Double, _ fingers: Int) -> [Double] {
        let landing = PerformedTouch.landingDuration(fingers)
        let least = max(minimumSpeed, minimumFlick / 0.1, 40)
        let longest = min(length / least, Limit.seconds(maximumDuration))
        let fast = min(length / 400, max(longest / 2 - landing, 0.05))
        return [fast, max(fast, longest / 1.2 - landing)]
    }
}
