public import TouchViews

/// A map that puts a pin where it is tapped, in its own points, and zooms where it is tapped twice.
@MainActor
public final class PlacedTaps {
    public private(set) var pins: [CGPoint] = []

    public init(in view: UIView, report: @escaping (String) -> Void) {
        view.gesture(
            SpatialTapGesture(count: 2).onEnded {
                report("zoom at \($0.location.x), \($0.location.y)")
            })
        view.gesture(
            SpatialTapGesture().onEnded { [unowned self] tap in
                pins.append(tap.location)
                report("pin at \(tap.location.x), \(tap.location.y)")
            })
    }
}
