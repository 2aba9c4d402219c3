import TouchCore

let panel = Panel(
    x: AxisRange(minimum: 0, maximum: 34_400, resolution: 100),
    y: AxisRange(minimum: 0, maximum: 19_400, resolution: 100))

struct Shelf {
    @GestureState var offset = 0.0

    @SurfaceBuilder var gestures: SurfaceContent {
        ShoveGesture()
            .updating($offset) { travel, offset in offset = travel }
            .onEnded { travel in print("shoved by \(travel.rounded()) mm") }
    }
}

let shelf = Shelf()
let surface = try GestureSurface(panel: panel) { shelf.gestures }

extension GestureSurface {
    func frame(_ milliseconds: Int64, _ reports: TouchReport...) {
        let time = Timestamp(microseconds: milliseconds * 1_000)
        process(TouchFrame(time: time), reports: reports.span)
    }
}

extension GestureSurface {
    func fingers(_ milliseconds: Int64, _ phase: TouchReport.Phase, x: Int32) {
        frame(
            milliseconds,
            TouchReport(slot: 0, phase: phase, x: x, y: 6_000),
            TouchReport(slot: 1, phase: phase, x: x, y: 7_200),
            TouchReport(slot: 2, phase: phase, x: x, y: 8_400))
    }
}

surface.fingers(0, .landed, x: 10_000)
surface.fingers(20, .moved, x: 13_000)
print("the shelf is at \(shelf.offset.rounded()) mm")
