import RealModule
import TouchCore

/// Gestures written in Swift, and five fingers that spread and turn on them. There are only
/// callbacks, no socket.
final class SwiftHarness {
    /// A program's own recogniser, which counts its frames.
    private struct FrameCounter: CustomRecognizer {
        private var frames = 0

        mutating func start() {
            frames = 0
        }

        mutating func recognize(
            _ moment: RecognizerMoment, fingers: Span<RecognizerFinger>
        ) -> Recognition<Int> {
            frames += 1
            return frames > 3 ? .changed(frames) : .possible
        }
    }

    private let surface: GestureSurface
    private let calls: Calls
    private var time: Int64 = 0

    /// The state that callbacks change.
    private final class Calls {
        var count = 0
        @GestureState var scale = 1.0
    }

    init(_ panel: Panel) throws(GestureFault) {
        let calls = Calls()
        self.calls = calls
        surface = try GestureSurface(panel: panel) {
            SurfaceMagnifyGesture()
                .simultaneously(with: SurfaceRotateGesture().onEnded { _ in calls.count += 1 })
                .updating(calls.$scale) { value, state in
                    state = value.first?.magnification ?? 1
                }
                .onChanged { _ in calls.count += 1 }
                .alongsideAll()
            SurfaceLongPressGesture(minimumDuration: .milliseconds(50), maximumDistance: 0)
                .sequenced(before: SurfaceDragGesture().map(\.translation))
                .onChanged { _ in calls.count += 1 }
                .alongsideAll()
            SurfaceTapGesture(count: 2).exclusively(before: SurfaceDragGesture()).alongsideAll()
                .onEnded { _ in calls.count += 1 }
            CustomGesture(FrameCounter()).onChanged { _ in calls.count += 1 }.alongsideAll()
        }
    }

    /// Plays `passes` passes; returns the numbers of frames and of callbacks.
    func play(passes: Int) -> (frames: Int, calls: Int) {
        var reports = ContiguousArray(
            repeating: TouchReport(slot: 0, phase: .moved, x: 0, y: 0), count: 5)
        for _ in 0..<passes {
            for step in 0...240 { playStep(step, &reports) }
            time += 1_000_000
        }
        return (passes * 241, calls.count)
    }

    private func playStep(_ step: Int, _ reports: inout ContiguousArray<TouchReport>) {
        time += 8_333
        let progress = Double(step) / 240
        for finger in 0..<5 {
            let angle = 2 * Double.pi * (Double(finger) / 5 + progress)
            let radius = 31.0 * (25 + 40 * progress)
            reports[finger] = TouchReport(
                slot: UInt8(finger), phase: step == 0 ? .landed : step == 240 ? .lifted : .moved,
                x: Int32(8_192 + radius * Double.cos(angle)),
                y: Int32(4_608 + radius * Double.sin(angle)), pressure: Int32(60 + step % 20))
        }
        surface.process(
            TouchFrame(time: Timestamp(microseconds: time)), reports: reports.span)
    }
}
