import Testing
import TouchViews

/// A window of 400 × 800 points, and fingers on it: the actions of a test, one frame every 8 ms.
@MainActor
final class Glass {
    let window = UIWindow(size: CGSize(width: 400, height: 800))
    private(set) var now = 100.0
    private var places: [Int: CGPoint] = [:]

    /// The records of the test.
    var log: [String] = []

    func note(_ text: String) { log.append(text) }

    /// A view in the window.
    func view(_ x: Double, _ y: Double, _ width: Double, _ height: Double) -> UIView {
        let view = UIView(frame: CGRect(x: x, y: y, width: width, height: height))
        window.addSubview(view)
        return view
    }

    /// An action of UIKit's that notes the state of its recogniser.
    func changed(_ recognizer: UIGestureRecognizer) { note("\(recognizer.state)") }

    /// Notes the state and the position, too.
    func located(_ recognizer: UIGestureRecognizer) {
        note("\(recognizer.state) \(Int(recognizer.location(in: nil).x))")
    }

    func wait(_ seconds: Double) {
        now += seconds
        window.advance(to: now)
    }

    func down(_ x: Double, _ y: Double) { down(0, x, y) }

    func move(_ x: Double, _ y: Double) { move(0, x, y) }

    func slide(to x: Double, _ y: Double) { slide(0, to: x, y) }

    func down(_ finger: Int, _ x: Double, _ y: Double, force: Double? = nil) {
        send(finger, .began, CGPoint(x: x, y: y), force)
    }

    func move(_ finger: Int, _ x: Double, _ y: Double, force: Double? = nil) {
        send(finger, .moved, CGPoint(x: x, y: y), force)
    }

    func up(_ finger: Int = 0) {
        send(finger, .ended, places[finger] ?? .zero, nil)
    }

    func cancel(_ finger: Int = 0) {
        send(finger, .cancelled, places[finger] ?? .zero, nil)
    }

    /// A touch and a lift, 40 ms apart.
    func tap(_ x: Double, _ y: Double) {
        down(x, y)
        wait(0.04)
        up()
    }

    /// A finger that is down moves to a position, in ten steps.
    func slide(_ finger: Int, to x: Double, _ y: Double) {
        let start = places[finger] ?? .zero
        for step in 1...10 {
            let share = Double(step) / 10
            wait(0.008)
            move(finger, start.x + (x - start.x) * share, start.y + (y - start.y) * share)
        }
    }

    /// Two fingers that are down move to positions, in twenty steps, one after the other like real ones.
    func pinch(to first: CGPoint, _ second: CGPoint) {
        let starts = [places[0] ?? .zero, places[1] ?? .zero]
        for step in 1...20 {
            let share = Double(step) / 20
            for (finger, end) in [first, second].enumerated() {
                wait(0.004)
                let start = starts[finger]
                move(
                    finger, start.x + (end.x - start.x) * share,
                    start.y + (end.y - start.y) * share)
            }
        }
    }

    private func send(
        _ finger: Int, _ phase: TouchInput.Phase, _ place: CGPoint, _ force: Double?
    ) {
        places[finger] = place
        window.send(
            [
                TouchInput(
                    id: finger, phase: phase, location: place, force: force.map { CGFloat($0) })
            ],
            at: now)
    }
}
