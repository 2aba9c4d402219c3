extension TapThresholds {
    package func performances(on stage: PerformanceStage) -> [Performance] {
        stage.counts(fingers).flatMap { fingers in
            stage.counts(count).flatMap { count in
                [
                    taps(fingers, count, lasting: 0.08, on: stage),
                    taps(fingers, count, lasting: 1.5, on: stage).map(\.careless),
                    carelessTaps(fingers, count, on: stage),
                ]
            }
        }
    }

    /// One tap more than the maximum count, and taps as short, as long and as far from the landing
    /// points as allowed.
    package func rarePerformances(on stage: PerformanceStage) -> [Performance] {
        let travel = min(Limit.length(maximumDistance), 100) * 0.97
        return stage.counts(fingers).flatMap { fingers in
            [taps(fingers, count.upperBound + 1, lasting: 0.08, on: stage)]
                + stage.counts(count).flatMap { count in
                    [0, 5].map { taps(fingers, count, lasting: $0, margin: 0.02, on: stage) }
                        + [taps(fingers, count, lasting: 0.2, travel: travel, on: stage)]
                }
        }
    }

    private func taps(
        _ fingers: Int, _ count: Int, lasting wanted: Double, margin: Double = 0.1,
        gap: Double = 0.15, radius: Double = 20, travel: Double = 0, on stage: PerformanceStage
    ) -> Performance {
        let limits = (minimumDuration / .seconds(1), Limit.seconds(maximumDuration))
        let gap = within((minimumGap / .seconds(1), Limit.seconds(maximumGap)), gap)
        let duration =
            within(limits, wanted, margin: margin) - PerformedTouch.landingDuration(fingers)
        let hold = PerformedTouch.Phase(max(duration, 0.02), travel: Point(x: travel, y: 0))
        let radius = min(radius, Limit.length(maximumSeparation) * 0.45)
        return (0..<count).map { tap in
            var touch = stage.touch(fingers, [hold], radius: radius, pause: tap == 0 ? 0 : gap)
            let side = RestingSide.allCases.first(where: beside.contains)
            // Nearer than a palm.
            let distance = min(fingers == 1 ? 20 : touch.radius + 15, 55)
            touch.resting = side.map { $0.direction.unitVector * -distance }
            return touch
        }
    }

    /// Slow taps far apart, with sliding fingers.
    private func carelessTaps(
        _ fingers: Int, _ count: Int, on stage: PerformanceStage
    ) -> Performance {
        let limits = (
            gap: min(Limit.seconds(maximumGap), 2), separation: min(maximumSeparation, 150),
            distance: min(Limit.length(maximumDistance), 15),
            spacing: min(Limit.length(maximumSpacing), 30)
        )
        var taps = taps(
            fingers, count, lasting: 0.2, gap: limits.gap * 0.85, radius: limits.separation * 0.45,
            travel: limits.distance * 0.8, on: stage)
        for index in taps.indices where index % 2 == 1 {
            taps[index].start.x += max(0, limits.spacing * 0.9 - limits.distance * 0.8)
        }
        return taps.map(\.careless)
    }
}
