import TouchCore

let panel = Panel(
    x: AxisRange(minimum: 0, maximum: 34_400, resolution: 100),
    y: AxisRange(minimum: 0, maximum: 19_400, resolution: 100))

let surface = try GestureSurface(panel: panel) {
    CustomGesture(ScrubRecognizer()).named("scrub")
        .onEnded { strokes in print("rubbed out with \(strokes) strokes") }
    SurfaceDragGesture().waiting(for: "scrub")
        .onEnded { drag in print("moved by \(drag.translation.x.rounded()) mm") }
}
