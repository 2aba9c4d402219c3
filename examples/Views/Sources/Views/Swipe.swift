public import TouchViews

/// A swipe: one finger that moves at least 50 points in one of four directions, and lifts.
///
/// A gesture that a program defines has a `body` of other gestures, and a value of its own.
public struct SwipeGesture: Gesture {
    public enum Direction: Sendable { case left, right, up, down }

    private let minimumDistance: CGFloat

    public init(minimumDistance: CGFloat = 50) {
        self.minimumDistance = minimumDistance
    }

    public var body: some Gesture<Direction> {
        DragGesture(minimumDistance: minimumDistance).map { drag in
            let way = drag.translation
            return if abs(way.width) > abs(way.height) {
                way.width < 0 ? .left : .right
            } else {
                way.height < 0 ? .up : .down
            }
        }
    }
}

/// Pages that a swipe turns.
@MainActor
public final class Pages {
    public private(set) var page = 0

    public init(in view: UIView, count: Int, report: @escaping (String) -> Void) {
        view.gesture(
            SwipeGesture()
                .onChanged { report("swiping \($0)") }
                .onEnded { [unowned self] direction in
                    switch direction {
                    case .left: page = min(page + 1, count - 1)
                    case .right: page = max(page - 1, 0)
                    case .up, .down: break
                    }
                    report("page \(page)")
                })
    }
}
