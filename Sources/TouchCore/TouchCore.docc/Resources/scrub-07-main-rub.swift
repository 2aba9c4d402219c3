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

extension GestureSurface {
    func rub(from milliseconds: Int64, through places: [Int32]) {
        for (index, x) in places.enumerated() {
            let report = TouchReport(slot: 0, phase: index == 0 ? .landed : .moved, x: x, y: 6_000)
            frame(milliseconds + Int64(index) * 50, report)
        }
        frame(milliseconds + 500, TouchReport(slot: 0, phase: .lifted, x: 0, y: 0))
    }

    private func frame(_ milliseconds: Int64, _ report: TouchReport) {
        let time = Timestamp(microseconds: milliseconds * 1_000)
        process(TouchFrame(time: time), reports: [report].span)
    }
}

surface.rub(from: 0, through: [10_000, 12_000, 10_000, 12_000])
surface.rub(from: 1_000, through: [10_000, 12_000])
