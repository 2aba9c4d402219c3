import TouchCore

/// A swipe with its speed, its distance and its deviation from a straight line.
struct MeasuredSwipe: Example {
    static let title = "a swipe with its speed, distance and deviation"

    static let touches = """
        0ms..120ms stroke 0 80,100 -> 160,106
        128ms up 0
        """

    func gestures(report: @escaping Reporter) -> SurfaceContent {
        SwipeGesture(directions: [.left, .right], minimumDistance: 20).onEnded { swipe in
            report("swiped \(swipe.direction), \(swipe.distance.whole) mm")
            report("at \(swipe.speed.whole) mm/s, \(swipe.deviation.degrees.whole) degrees off")
        }
    }
}
