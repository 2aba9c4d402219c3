import TouchCore

/// A picture that two fingers enlarge and turn at once.
struct MagnifyAndRotate: Example {
    /// The change of the picture.
    struct Change: Equatable {
        var scale = 1.0
        var angle = Angle.zero
    }

    static let title = "magnifying and rotating at once"

    static let touches = """
        0ms down 0 120,100  down 1 160,100
        10ms..60ms stroke 0 -> 110,90  stroke 1 -> 170,110
        60ms..110ms stroke 0 -> 110,70  stroke 1 -> 170,130
        120ms up 0  up 1
        """

    /// Returns to no change when the fingers lift.
    @GestureState var change = Change()

    func gestures(report: @escaping Reporter) -> SurfaceContent {
        SurfaceMagnifyGesture().simultaneously(with: SurfaceRotateGesture())
            .updating($change) { value, change in
                change.scale = value.first?.magnification ?? 1
                change.angle = value.second?.rotation ?? .zero
            }
            .onEnded { value in
                let percent = (value.first?.magnification ?? 1) * 100
                let degrees = value.second?.rotation.degrees ?? 0
                report("enlarged to \(percent.whole) %, turned by \(degrees.whole) degrees")
            }
    }
}
