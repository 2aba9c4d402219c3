import TouchViews

/// A program of another package, compiled in Swift 5's mode with complete checks of concurrency: it moves a
/// card by touches of its own and prints the callbacks.

/// A gesture without closures, a transaction and a coordinate space, which no actor isolates.
let flick = DragGesture(minimumDistance: 30)
let eased: Transaction = {
    var transaction = Transaction()
    transaction.animation = .easeInOut
    return transaction
}()
let board = CoordinateSpace.named("board")

struct Flick: Gesture {
    var body: some Gesture<CGFloat> { flick.map { $0.translation.width } }
}

@MainActor
final class Board {
    @GestureState(resetTransaction: eased) private var offset: CGSize?
    let card = UIView(frame: CGRect(x: 0, y: 0, width: 100, height: 100))

    init(in window: UIWindow) {
        window.addSubview(card)
        card.gesture(
            DragGesture()
                .updating($offset) { value, state, _ in state = value.translation }
                .onEnded { [unowned self] value in
                    print("dragged by \(value.translation.width), \(offset == nil)")
                }
        )
        .simultaneousGesture(Flick().onEnded { print("flicked by \($0)") })
        .onTapGesture { print("tapped") }
        card.addGestureRecognizer(UIPinchGestureRecognizer(target: self, action: Board.pinched(_:)))
    }

    func pinched(_ pinch: UIPinchGestureRecognizer) { print("pinched by \(pinch.scale)") }
}

@main
struct Consumer {
    @MainActor
    static func main() {
        let window = UIWindow(size: CGSize(width: 400, height: 400))
        let board = Board(in: window)
        func send(_ phase: TouchInput.Phase, _ x: Double, at time: Double) {
            window.send([TouchInput(id: 0, phase: phase, location: CGPoint(x: x, y: 50))], at: time)
        }
        send(.began, 50, at: 0)
        send(.moved, 90, at: 0.1)
        send(.moved, 95, at: 0.2)
        send(.ended, 95, at: 0.3)
        send(.began, 50, at: 1)
        send(.ended, 50, at: 1.1)
        _ = board
    }
}
