import TouchCore

/// A tap with its location, and the number of taps in a row.
struct PlacedTap: Example {
    static let title = "a tap with its location and count"

    static let touches = """
        0ms down 0 100,60
        60ms up 0
        200ms down 0 102,61
        260ms up 0
        1000ms down 0 30,150
        1060ms up 0
        """

    func gestures(report: @escaping Reporter) -> SurfaceContent {
        SurfaceSpatialTapGesture(count: 1...3).onEnded { tap in
            report("tap \(tap.count) at \(tap.location.x.whole), \(tap.location.y.whole) mm")
        }
    }
}
