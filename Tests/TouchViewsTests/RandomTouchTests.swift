import Testing
import TouchViews

/// After any touches on any tree of views no state remains.
@MainActor
struct RandomTouchTests {
    /// A generator with a seed (SplitMix64), so that a failure can be repeated.
    private struct Seeded: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state &+= 0x9E37_79B9_7F4A_7C15
            var z = state
            z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
            z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
            return z ^ (z >> 31)
        }
    }

    /// The gestures of a tree of views, and the faults in their reports.
    @MainActor
    private final class Ledger {
        /// For each tracked gesture, whether its state has its initial value.
        var states: [() -> Bool] = []
        var recognizers: [UIGestureRecognizer] = []
        var open: [ObjectIdentifier: Bool] = [:]
        var faults: [String] = []

        /// Records a report, and a fault if it does not follow the last one: each `began` has one
        /// end.
        func changed(_ recognizer: UIGestureRecognizer) {
            let id = ObjectIdentifier(recognizer)
            let isOpen = open[id] ?? false
            switch recognizer.state {
            case .began:
                if isOpen { faults.append("began twice") }
                open[id] = true
            case .changed: if !isOpen { faults.append("changed without began") }
            case .ended, .cancelled: open[id] = false
            case .possible, .failed: faults.append("reported \(recognizer.state)")
            }
        }

        /// `gesture` with a state that must be reset once no gesture is active.
        func track<G: Gesture>(_ gesture: G) -> AnyGesture<G.Value> {
            let state = GestureState(wrappedValue: false)
            states.append { !state.wrappedValue }
            return AnyGesture(gesture.updating(state) { _, state, _ in state = true })
        }
    }

    private func attach(_ number: Int, to view: UIView, _ ledger: Ledger, _ random: inout Seeded) {
        let drag = DragGesture(minimumDistance: number % 2 == 0 ? 0 : 10)
        switch number % 9 {
        case 0: view.gesture(ledger.track(drag))
        case 1: view.highPriorityGesture(ledger.track(TapGesture(count: 1 + number % 3)))
        case 2: view.simultaneousGesture(ledger.track(LongPressGesture(minimumDuration: 0.2)))
        case 3:
            view.gesture(
                ledger.track(ledger.track(MagnifyGesture()).simultaneously(with: RotateGesture())))
        case 4:
            view.gesture(
                ledger.track(
                    ledger.track(LongPressGesture(minimumDuration: 0.1))
                        .sequenced(before: ledger.track(drag))))
        case 5:
            view.gesture(
                ledger.track(
                    ledger.track(TapGesture(count: 2)).exclusively(before: ledger.track(drag))))
        default:
            let recognizer: UIGestureRecognizer =
                switch number % 5 {
                case 0: UITapGestureRecognizer(target: ledger, action: Ledger.changed(_:))
                case 1: UILongPressGestureRecognizer(target: ledger, action: Ledger.changed(_:))
                case 2: UIPanGestureRecognizer(target: ledger, action: Ledger.changed(_:))
                case 3: UIPinchGestureRecognizer(target: ledger, action: Ledger.changed(_:))
                default: UISwipeGestureRecognizer(target: ledger, action: Ledger.changed(_:))
                }
            if let other = ledger.recognizers.randomElement(using: &random) {
                recognizer.require(toFail: other)
            }
            ledger.recognizers.append(recognizer)
            view.addGestureRecognizer(recognizer)
        }
    }

    private func tree(_ glass: Glass, _ ledger: Ledger, _ random: inout Seeded) -> [UIView] {
        var views: [UIView] = [glass.window]
        for _ in 0..<8 {
            let frame = CGRect(
                x: .random(in: 0...200, using: &random), y: .random(in: 0...400, using: &random),
                width: .random(in: 50...400, using: &random),
                height: .random(in: 50...800, using: &random))
            let view: UIView =
                switch Int.random(in: 0..<6, using: &random) {
                case 0:
                    UIScrollView(frame: frame, contentSize: CGSize(width: 900, height: 1600))
                case 1: Button(frame: frame) {}
                default: UIView(frame: frame)
                }
            views.randomElement(using: &random)?.addSubview(view)
            views.append(view)
        }
        for number in 0..<12 {
            guard let view = views.randomElement(using: &random) else { continue }
            let kind = number + Int.random(in: 0..<90, using: &random)
            attach(kind, to: view, ledger, &random)
        }
        return views
    }

    @Test(arguments: UInt64(0)..<100)
    func `once the glass is empty every state is initial, and each gesture that began has ended`(
        seed: UInt64
    ) {
        var random = Seeded(state: seed)
        let (glass, ledger) = (Glass(), Ledger())
        let views = tree(glass, ledger, &random)
        var down: Set<Int> = []
        for _ in 0..<200 {
            let finger = Int.random(in: 0..<3, using: &random)
            let x = Double.random(in: -20...420, using: &random)
            let y = Double.random(in: -20...820, using: &random)
            switch Int.random(in: 0..<24, using: &random) {
            case 0..<6 where !down.contains(finger):
                down.insert(finger)
                glass.down(finger, x, y, force: 0.5)
            case 0..<12 where down.contains(finger): glass.slide(finger, to: x, y)
            case 12..<16: glass.wait(.random(in: 0...0.6, using: &random))
            case 16 where down.contains(finger):
                down.remove(finger)
                glass.cancel(finger)
            case 17: views.randomElement(using: &random)?.frame.origin.x += 10
            case 18: views.dropFirst().randomElement(using: &random)?.removeFromSuperview()
            case 19...23 where down.contains(finger):
                down.remove(finger)
                glass.up(finger)
            default: glass.wait(0.01)
            }
        }
        for finger in down { glass.up(finger) }
        glass.wait(5)
        #expect(ledger.faults == [])
        #expect(ledger.open.values.allSatisfy { !$0 })
        #expect(ledger.states.allSatisfy { $0() })
        #expect(ledger.recognizers.allSatisfy { $0.state == .possible })
        #expect(glass.window.nextDeadline == nil)
        #expect(views.compactMap { $0 as? Button }.allSatisfy { !$0.isPressed })
    }
}
