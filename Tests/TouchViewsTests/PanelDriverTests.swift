import Testing
import TouchCore

import struct Foundation.CGPoint
import struct TouchViews.DragGesture
import protocol TouchViews.Gesture
import class TouchViews.PanelDriver
import struct TouchViews.SpatialTapGesture
import protocol TouchViews.View

/// Reports of a panel, as touches of a window.
@MainActor
struct PanelDriverTests {
    /// 254 × 163 mm at ten units per millimetre.
    private let driver = PanelDriver(
        panel: Panel(
            x: AxisRange(minimum: 0, maximum: 2540, resolution: 10),
            y: AxisRange(minimum: 0, maximum: 1630, resolution: 10),
            pressure: AxisRange(minimum: 0, maximum: 255)))

    private func frame(_ ms: Int64, _ reports: TouchReport...) {
        let frame = TouchFrame(time: Timestamp(microseconds: ms * 1_000))
        driver.process(frame, reports: reports.span)
    }

    private func report(
        _ phase: TouchReport.Phase, _ x: Int32, _ y: Int32, palm: Bool = false
    ) -> TouchReport {
        TouchReport(slot: 0, phase: phase, x: x, y: y, pressure: 100, isPalm: palm)
    }

    @Test
    func `an inch has 163 points, unless the width in points is given`() {
        var locations: [CGPoint] = []
        driver.window.gesture(
            TouchViews.SpatialTapGesture(coordinateSpace: .global)
                .onEnded { locations.append($0.location) })
        #expect(abs(driver.window.frame.width - 1630) < 1e-9)
        frame(0, report(.landed, 1270, 815))
        frame(50, report(.lifted, 1270, 815))
        while let due = driver.nextDeadline { driver.advance(to: due) }
        #expect(locations.count == 1)
        #expect(abs((locations.first?.x ?? 0) - 815) < 1e-9)
        let scaled = PanelDriver(
            panel: Panel(
                x: AxisRange(minimum: 0, maximum: 2540, resolution: 10),
                y: AxisRange(minimum: 0, maximum: 1630, resolution: 10)), widthInPoints: 1280)
        #expect(abs(scaled.window.frame.width - 1280) < 1e-9)
    }

    @Test
    func `a finger that proves to be a palm cancels its drag`() {
        var log: [String] = []
        driver.window.gesture(
            TouchViews.DragGesture(minimumDistance: 0)
                .onChanged { _ in log.append("changed") }
                .onEnded { _ in log.append("ended") })
        frame(0, report(.landed, 1000, 500))
        frame(10, report(.moved, 1100, 500))
        frame(20, report(.moved, 1200, 500))
        frame(30, report(.moved, 1200, 500, palm: true))
        frame(40, report(.lifted, 1200, 500))
        #expect(log == ["changed", "changed", "changed"])
    }

    @Test
    func `a device that is removed cancels its touches, and a new finger starts again`() {
        var log: [String] = []
        driver.window.gesture(
            TouchViews.DragGesture(minimumDistance: 0)
                .onChanged { _ in log.append("changed") }
                .onEnded { _ in log.append("ended") })
        frame(0, report(.landed, 1000, 500))
        driver.cancelAll()
        frame(10, report(.lifted, 1000, 500))
        frame(20, report(.landed, 1000, 500))
        frame(90, report(.lifted, 1000, 500))
        #expect(log == ["changed", "changed", "ended"])
    }

    @Test
    func `a finger that lifts and lands in one frame is another finger`() {
        var starts: [CGPoint] = []
        driver.window.gesture(
            TouchViews.DragGesture(minimumDistance: 0, coordinateSpace: .global)
                .onEnded { starts.append($0.startLocation) })
        frame(0, report(.landed, 1000, 500))
        frame(40, report(.moved, 1000, 500))
        frame(80, report(.lifted, 1000, 500), report(.landed, 2000, 500))
        frame(120, report(.moved, 2000, 500))
        frame(160, report(.lifted, 2000, 500))
        #expect(starts.count == 2)
    }
}
