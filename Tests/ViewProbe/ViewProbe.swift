import Foundation
import TouchViews

/// Touches views with ten fingers, so that external counters can measure a frame and a tap:
/// `ViewProbe moves|taps COUNT [VIEWS]`.
///
/// Each view has a drag and a tap, and all are in one view with a pinch. Prints the number of callbacks.
@main
@MainActor
struct ViewProbe {
    private var calls = Calls()
    private let window = UIWindow(size: CGSize(width: 1_000, height: 1_000))
    private var time: TimeInterval = 100

    @MainActor
    private final class Calls {
        var count = 0
    }

    static func main() {
        let arguments = CommandLine.arguments
        guard arguments.count >= 3, let count = Int(arguments[2]), count > 0 else {
            print("usage: ViewProbe moves|taps COUNT [VIEWS]")
            exit(64)
        }
        var probe = ViewProbe(views: arguments.count > 3 ? Int(arguments[3]) ?? 200 : 200)
        if arguments[1] == "taps" {
            for _ in 0..<count { probe.tap() }
        } else {
            probe.move(count)
        }
        guard probe.calls.count > count else { exit(1) }
        print("calls=\(probe.calls.count)")
    }

    private init(views count: Int) {
        let board = UIView(frame: window.bounds)
        board.gesture(MagnifyGesture().onEnded { _ in })
        window.addSubview(board)
        for index in 0..<count {
            // Twenty in a row; ten of them are touched.
            let view = UIView(
                frame: CGRect(
                    x: Double(index % 20) * 50, y: Double(index / 20) * 50, width: 50, height: 50))
            view.gesture(
                DragGesture(minimumDistance: 0).onChanged { [calls] _ in calls.count += 1 })
            view.onTapGesture { [calls] in calls.count += 1 }
            board.addSubview(view)
        }
    }

    /// The fingers in one frame, `offset` points from their landing points.
    private func frame(_ phase: TouchInput.Phase, _ offset: CGFloat = 0) -> [TouchInput] {
        (0..<10).map { finger in
            TouchInput(
                id: finger, phase: phase,
                location: CGPoint(x: 20 + CGFloat(finger) * 100 + offset, y: 20 + offset))
        }
    }

    private mutating func send(_ input: [TouchInput]) {
        window.send(input, at: time)
        time += 0.008
    }

    private mutating func tap() {
        send(frame(.began))
        send(frame(.ended))
        time += 1
    }

    private mutating func move(_ count: Int) {
        let frames = (0..<20).map { frame(.moved, CGFloat($0)) }
        send(frame(.began))
        for index in 0..<count { send(frames[index % frames.count]) }
        send(frame(.ended))
    }
}
