import TouchCore

let panel = Panel(
    x: AxisRange(minimum: 0, maximum: 34_400, resolution: 100),
    y: AxisRange(minimum: 0, maximum: 19_400, resolution: 100))

let surface = try GestureSurface(panel: panel) {
    SurfaceSpatialTapGesture().onEnded { tap in
        print("tap at \(tap.location.x), \(tap.location.y) mm")
    }
}

extension GestureSurface {
    func frame(_ milliseconds: Int64, _ reports: TouchReport...) {
        let time = Timestamp(microseconds: milliseconds * 1_000)
        process(TouchFrame(time: time), reports: reports.span)
    }
}
