import GestureClient
import GestureInspect
import GestureWire
import TouchCore

/// The touches of a report as a picture, with the gestures that the configuration recognises in
/// them.
///
/// Gestures are recognised in this process, from the contacts that the daemon sent.
struct ReportPlot {
    private var timeline: PlotTimeline
    private var panels: [Int: Panel] = [:]
    private let configuration: GestureConfiguration

    /// A touchscreen, and the engine that recognises its gestures.
    private final class Panel {
        var frames = ContactFrames()
        var engine: GestureEngine
        var ids = GestureIDs()
        var events = GestureEventBuffer()

        init(_ device: TouchDevice, _ configuration: GestureConfiguration) {
            engine = GestureEngine(
                panel: ContactFrames.panel(of: device), configuration: configuration,
                device: device.id)
        }

        /// The events of a frame.
        func process(_ frame: ContactFrames.Frame) -> [GestureEvent] {
            engine.process(frame.head, reports: frame.reports.span, ids: &ids, into: &events)
            return removeEvents()
        }

        /// The events of deadlines after the last frame.
        func finish(at time: Timestamp) -> [GestureEvent] {
            engine.advance(to: time, ids: &ids, into: &events)
            engine.cancelAll(.shutdown, ids: &ids, into: &events)
            return removeEvents()
        }

        private func removeEvents() -> [GestureEvent] {
            let removed = (0..<events.count).map { events[$0] }
            events.removeAll()
            return removed
        }
    }

    /// Creates a picture without touches.
    init(_ configuration: GestureConfiguration) {
        self.configuration = configuration
        timeline = PlotTimeline(configuration: configuration)
    }

    /// Adds a touchscreen.
    mutating func add(_ device: TouchDevice) {
        timeline.receive(
            DeviceRecord(
                id: device.id, name: device.name, path: device.path,
                bus: UInt16(clamping: device.bus), vendor: UInt16(clamping: device.vendor),
                product: UInt16(clamping: device.product), width: device.width,
                height: device.height, size: SizeSource(rawValue: device.size) ?? .assumed,
                slots: device.slots, force: ForceSource(rawValue: device.force),
                output: device.output))
        panels[device.id] = Panel(device, configuration)
    }

    /// Processes a line; ignores one of an unknown touchscreen.
    mutating func receive(_ line: ContactUpdate) {
        guard let panel = panels[line.device] else { return }
        var finished: [ContactFrames.Frame] = []
        panel.frames.receive(line) { finished.append($0) }
        for frame in finished {
            timeline.receive(Self.snapshot(of: frame, line.device))
            for event in panel.process(frame) { timeline.receive(event) }
        }
    }

    /// The picture, as SVG.
    mutating func picture(until us: Int64, title: String) -> String {
        for panel in panels.sorted(by: { $0.key < $1.key }).map(\.value) {
            for event in panel.finish(at: Timestamp(microseconds: us)) { timeline.receive(event) }
        }
        return PlotPicture(timeline: timeline, title: title).text
    }

    private static func snapshot(of frame: ContactFrames.Frame, _ device: Int) -> FrameSnapshot {
        FrameSnapshot(
            device: device, time: frame.head.time, isResynchronised: frame.head.isResynchronised,
            contacts: frame.reports.map { report in
                let change: FrameSnapshot.Contact.Change =
                    switch report.phase {
                    case .landed: .landed
                    case .moved: .moved
                    case .lifted: .lifted
                    }
                return FrameSnapshot.Contact(
                    slot: Int(report.slot), change: change,
                    position: ContactFrames.position(of: report), pressure: nil,
                    isPalm: report.isPalm)
            })
    }
}
