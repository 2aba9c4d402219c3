extension SwipeThresholds {
    package func performances(on stage: PerformanceStage) -> [Performance] {
        [minimumDistance * 1.25 + 20, minimumDistance * 2.5 + 20]
            .flatMap { strokes(of: $0, on: stage) }
    }

    /// As short as they may be.
    package func rarePerformances(on stage: PerformanceStage) -> [Performance] {
        strokes(of: minimumDistance * 1.25 + 2, on: stage)
    }

    private func strokes(of length: Double, on stage: PerformanceStage) -> [Performance] {
        let ways = SwipeDirection.allCases.filter(directions.contains).map(\.way)
        // Straight, and askew.
        let degrees = maximumDeviation ?? 15
        let angles = [0, (degrees == 0 ? 20 : degrees) * 0.8 * .pi / 180]
        var performances: [Performance] = []
        for fingers in stage.counts(fingers) {
            for angle in angles {
                for edge in SurfaceEdge.origins(edges) {
                    for way in ways {
                        guard let length = self.length(length, way, from: edge) else { continue }
                        performances += durations(length, fingers).compactMap { duration in
                            let way = way.turned(by: angle)
                            let stroke = PerformedTouch.Phase(duration, travel: way * length)
                            return stage.stroke(
                                fingers, way, length, from: edge, of: edgeBands, [stroke]
                            ).map { [$0] }
                        }
                    }
                }
            }
        }
        return performances
    }

    /// How far a stroke goes; `nil` where it would leave the surface.
    private func length(
        _ length: Double, _ way: Point, from edge: SurfaceEdge?
    ) -> Double? {
        guard !SurfaceEdge.admits(edge, way) else { return length }
        // To the side that it comes from there is room in a wide band alone.
        let room = (edgeWidth ?? 0) * 0.7
        return room > minimumDistance ? min(length, room) : nil
    }

    /// How long a stroke takes once its fingers have landed, in s: a fast one, and one as slow as it may
    /// be.
    private func durations(_ length: Double, _ fingers: Int) -> [Double] {
        let landing = PerformedTouch.landingDuration(fingers)
        let least = max(minimumSpeed, minimumFlick / 0.1, 40)
        let longest = min(length / least, Limit.seconds(maximumDuration))
        let fast = min(length / 400, max(longest / 2 - landing, 0.05))
        return [fast, max(fast, longest / 1.2 - landing)]
    }
}
