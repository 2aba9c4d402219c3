import GestureWire
import TouchCore

@testable import GestureSettings
@testable import GesturedServer

/// The recognised gestures, a line an event: `24ms drag#1 began fingers=3`.
struct TraceTranscript {
    private struct Run {
        let label: String
        let shown: [TraceValue]
        var first: TraceStep
        var last: TraceStep
        var count = 1
    }

    private let configuration: GestureConfiguration
    private let changed: TouchTrace.ChangedStyle
    private let shown: [TraceValue]
    private var labels: [UInt64: String] = [:]
    private var counts: [String: Int] = [:]
    /// Runs of consecutive `changed`, one for each gesture, oldest first.
    private var runs: [(id: UInt64, run: Run)] = []
    private(set) var lines: [String] = []

    init(_ trace: TouchTrace) {
        configuration = trace.configuration.gestures
        changed = trace.changed
        shown = trace.shown
    }

    /// Adds an event of a gesture.
    mutating func receive(_ event: GestureEvent, parts: ContiguousArray<GesturePart>) {
        let step = TraceStep(event, parts: parts)
        let label = label(event)
        guard event.phase == .changed, event.values.ticks == nil, changed != .all else {
            finishRuns()
            lines.append(line(text(event.time), label, step, shown))
            return
        }
        guard changed == .runs else { return }
        if let index = runs.firstIndex(where: { $0.id == event.id }) {
            runs[index].run.last = step
            runs[index].run.count += 1
        } else {
            runs.append((event.id, Run(label: label, shown: shown, first: step, last: step)))
        }
    }

    /// Adds a change of the device's source of force.
    mutating func receive(_ source: ForceSource?, at time: Timestamp) {
        finishRuns()
        lines.append("\(text(time)) device force=\(source?.rawValue ?? "none")")
    }

    /// Ends the transcript.
    mutating func finish() { finishRuns() }

    /// The gesture's name and its number among those of that name.
    private mutating func label(_ event: GestureEvent) -> String {
        if let label = labels[event.id] { return label }
        let name = configuration.zones[event.zone].gestures[event.gesture].name
        counts[name, default: 0] += 1
        let label = "\(name)#\(counts[name] ?? 0)"
        labels[event.id] = label
        return label
    }

    private mutating func finishRuns() {
        for (_, run) in runs { lines.append(line(run)) }
        runs = []
    }
}

extension TraceTranscript {
    private func line(_ run: Run) -> String {
        guard run.count > 1 else {
            return line(text(run.first.event.time), run.label, run.first, run.shown)
        }
        let values = run.shown.compactMap { value -> String? in
            guard let first = value.text(run.first), let last = value.text(run.last) else {
                return nil
            }
            return "\(value.rawValue)=" + (first == last ? first : "\(first)..\(last)")
        }
        let span = "\(text(run.first.event.time))..\(text(run.last.event.time))"
        return ([span, run.label, "changed", "×\(run.count)"] + values).joined(separator: " ")
    }

    private func line(
        _ time: String, _ label: String, _ step: TraceStep, _ shown: [TraceValue]
    ) -> String {
        let values = shown.compactMap { value in
            value.text(step).map { "\(value.rawValue)=\($0)" }
        }
        return ([time, label, step.event.phase.rawValue] + standardValues(of: step.event) + values)
            .joined(separator: " ")
    }

    /// The values that are printed for each event that has them.
    private func standardValues(of event: GestureEvent) -> [String] {
        var words: [String] = []
        if let reason = event.reason { words.append("reason=\(reason.rawValue)") }
        guard event.phase != .changed || event.values.ticks != nil else { return words }
        let isNew = event.phase == .began || event.values.isDiscrete
        if isNew, event.zone > 0 { words.append("zone=\(configuration.zones[event.zone].name)") }
        if isNew, event.fingers > 1 { words.append("fingers=\(event.fingers)") }
        let values = event.values
        if let count = values.count ?? values.ticks { words.append("count=\(count)") }
        if let steps = values.steps { words.append("steps=\(steps)") }
        if let isInside = values.isInside { words.append("inside=\(isInside)") }
        if let direction = values.direction { words.append("direction=\(direction.rawValue)") }
        if let gesture = values.screenReader { words.append("screen_reader=\(gesture.rawValue)") }
        if let edge = values.edge, isNew { words.append("edge=\(edge.rawValue)") }
        if let stroke = values.stroke, let score = values.score {
            words.append("stroke=\(stroke) score=\(TraceValue.text(score, places: 2))")
        }
        if let runnerUp = values.runnerUp, let score = values.runnerUpScore {
            words.append("runner_up=\(runnerUp) \(TraceValue.text(score, places: 2))")
        }
        return words
    }

    /// The time in milliseconds: `16.667ms`.
    private func text(_ time: Timestamp) -> String {
        TraceValue.text(Double(time.microseconds) / 1_000, places: 3) + "ms"
    }
}

extension GestureValues {
    fileprivate var isDiscrete: Bool { kind.traits.contains(.discrete) }
}

/// Collects the gestures of a trace in its transcript.
final class TraceSink: GestureSink {
    var now: Int64 = 0
    /// The time of the events that are being read.
    var time = Timestamp(microseconds: 0)
    private var transcript: TraceTranscript

    init(_ transcript: TraceTranscript) {
        self.transcript = transcript
    }

    var lines: [String] { transcript.lines }

    func begin(with devices: [DeviceRecord]) {}

    func apply(_ configuration: DaemonConfiguration) {}

    func publish(_ change: DeviceChange, _ device: DeviceRecord) {
        if change == .changed { transcript.receive(device.force, at: time) }
    }

    func publish(_ event: GestureEvent, parts: ContiguousArray<GesturePart>) {
        transcript.receive(event, parts: parts)
    }

    func finish() { transcript.finish() }

    func flush() throws(OutputError) {}

    func end(_ reason: ByeReason) {}
}
