import TouchCore

/// What a case asks for, as a gesture of ours.
extension WFTouchCase {
    func gesture(millimetresPerUnit: Double) -> ConfiguredGesture {
        let count = max(all.count, 1)
        switch kind {
        case "direction":
            var swipe = SwipeThresholds()
            swipe.directions = Set(SwipeDirection.allCases)
            return ConfiguredGesture(.swipe(swipe))
        case "drag_action":
            var swipe = SwipeThresholds()
            swipe.fingers = count...count
            swipe.directions = Set(way?.names.compactMap(SwipeDirection.init) ?? [])
            swipe.minimumDistance = (threshold ?? 0) * millimetresPerUnit
            return ConfiguredGesture(.swipe(swipe))
        case "pinch_scale", "pinch_action":
            var magnify = MagnifyThresholds()
            magnify.minimumDistance = 0
            magnify.minimumScale = threshold.map { ($0 - 1).magnitude } ?? 0
            return ConfiguredGesture(.magnify(magnify))
        case "rotation", "rotate_action":
            var rotate = RotateThresholds()
            rotate.minimumRotation = (threshold?.magnitude ?? 0) * 180 / .pi
            return ConfiguredGesture(.rotate(rotate))
        case "sequence": return sequence(millimetresPerUnit)
        default: return ConfiguredGesture(.drag(Self.drag(0, fingers: count)))
        }
    }

    /// Its parts: taps where fingers come and go, else holding and dragging in their order.
    private func sequence(_ millimetresPerUnit: Double) -> ConfiguredGesture {
        let actions = actions ?? []
        let fingers = actions.first?.touch ?? 1
        let landings = actions.filter { $0.down == true }
        if actions.contains(where: { $0.down == false }) {
            var tap = TapThresholds()
            tap.fingers = fingers...fingers
            tap.count = landings.count...landings.count
            tap.maximumGap = .milliseconds(landings.compactMap(\.within).max() ?? 0)
            return ConfiguredGesture(.tap(tap))
        }
        let parts = actions.compactMap { action -> ConfiguredGesture? in
            if let hold = action.hold {
                var press = LongPressThresholds()
                press.fingers = fingers...fingers
                press.minimumDuration = .milliseconds(hold)
                return ConfiguredGesture(.longPress(press))
            }
            // Its threshold is met where it is reached, ours beyond.
            return action.threshold.map {
                let distance = $0 * millimetresPerUnit - 0.01
                return ConfiguredGesture(.drag(Self.drag(distance, fingers: fingers)))
            }
        }
        guard parts.count > 1 else { return parts[0] }
        return ConfiguredGesture(.composition(GestureComposition(.sequence, parts)))
    }

    private static func drag(_ distance: Double, fingers: Int) -> DragThresholds {
        var drag = DragThresholds()
        drag.fingers = fingers...fingers
        drag.minimumDistance = distance
        return drag
    }
}

extension WFTouchCase.Way {
    /// Of length 1.
    var vector: Point {
        let ways = [
            "left": Point(x: -1, y: 0), "right": Point(x: 1, y: 0), "up": Point(x: 0, y: -1),
            "down": Point(x: 0, y: 1),
        ]
        let sum = names.reduce(Point.zero) { $0 + (ways[$1] ?? .zero) }
        return sum / sum.length
    }
}
