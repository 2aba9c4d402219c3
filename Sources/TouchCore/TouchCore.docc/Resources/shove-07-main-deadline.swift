import TouchCore

let panel = Panel(
    x: AxisRange(minimum: 0, maximum: 34_400, resolution: 100),
    y: AxisRange(minimum: 0, maximum: 19_400, resolution: 100))

let surface = try GestureSurface(panel: panel) {
    SurfaceSpatialTapGesture().onEnded { tap in
        print("tap at \(tap.location.x), \(tap.location.y) mm")
    }
    SurfaceLongPressGesture().onEnded { _ in print("held") }
}

extension GestureSurface {
    func frame(_ milliseconds: Int64, _ reports: TouchReport...) {
        let time = Timestamp(microseconds: milliseconds * 1_000)
        process(TouchFrame(time: time), reports: reports.span)
    }
}

surface.frame(0, TouchReport(slot: 0, phase: .landed, x: 10_000, y: 6_000))
surface.frame(60, TouchReport(slot: 0, phase: .lifted, x: 10_000, y: 6_000))

surface.frame(1_000, TouchReport(slot: 0, phase: .landed, x: 10_000, y: 6_000))
if let deadline = surface.nextDeadline { surface.advance(to: deadline) }
