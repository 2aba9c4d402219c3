/// The two directions of a surface.
public enum Axis: Int8, Sendable, CaseIterable {
    /// The horizontal direction.
    case horizontal
    /// The vertical direction.
    case vertical

    /// A set of directions.
    public struct Set: OptionSet, Sendable {
        public let rawValue: Int8

        public init(rawValue: Int8) {
            self.rawValue = rawValue
        }

        /// The horizontal direction.
        public static let horizontal = Set(rawValue: 1)
        /// The vertical direction.
        public static let vertical = Set(rawValue: 2)
    }
}

/// A scrolling area: its content moves with fingers that move along its axes.
///
/// Scrolling begins once a finger has moved ten points along an axis. It then cancels the gestures
/// inside that have begun with that finger, except those with high priority: their states are
/// reset, and their `onEnded` is not called. A finger that moves across the axes is left to them.
open class UIScrollView: UIView {
    /// The axes along which it scrolls.
    public var axes: Axis.Set
    /// The size of its content, in points.
    public var contentSize: CGSize
    /// Whether fingers scroll it.
    public var isScrollEnabled = true {
        didSet { panGestureRecognizer.isEnabled = isScrollEnabled }
    }
    /// Called with each change of the offset by a finger.
    public var onScroll: ((UIScrollView) -> Void)?
    /// Called when the fingers lift, with the velocity of the content in points a second, so that a
    /// program can let the content glide.
    public var onDraggingEnded: ((UIScrollView, _ velocity: CGPoint) -> Void)?
    /// The recogniser that follows the fingers.
    public let panGestureRecognizer: UIPanGestureRecognizer

    /// The position in its content that is at its top left, in points.
    open var contentOffset: CGPoint {
        get { boundsOrigin }
        set { boundsOrigin = newValue }
    }

    /// Whether fingers have scrolled it since they landed, including those of an area inside that
    /// is at its end.
    fileprivate(set) var isCarried = false

    /// Whether a finger scrolls it.
    public var isDragging: Bool {
        isCarried || panGestureRecognizer.state == .began || panGestureRecognizer.state == .changed
    }

    // It handles its touches and those of the views in it. The view around it does not receive
    // them.
    override open func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {}
    override open func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) {}
    override open func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {}
    override open func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) {}

    /// A scrolling area.
    ///
    /// - Parameters:
    ///   - frame: its rectangle, in points of its future superview.
    ///   - contentSize: the size of its content; `nil` for its own size.
    ///   - axes: the axes along which it scrolls.
    public init(
        frame: CGRect = .zero, contentSize: CGSize? = nil, axes: Axis.Set = .vertical
    ) {
        let pan = ScrollRecognizer()
        panGestureRecognizer = pan
        self.contentSize = contentSize ?? frame.size
        self.axes = axes
        super.init(frame: frame)
        clipsToBounds = true
        pan.scrollView = self
        attach(pan, .normal)
    }

    /// Moves the content with the fingers, at most to its ends. Returns the movement beyond these,
    /// and along an axis that it does not have.
    func scroll(from start: CGPoint, by displacement: CGPoint) -> CGPoint {
        let wanted = start - displacement
        let end = lastOffset
        var (offset, rest) = (contentOffset, displacement)
        if axes.contains(.horizontal) {
            offset.x = min(max(wanted.x, 0), end.x)
            rest.x = offset.x - wanted.x
        }
        if axes.contains(.vertical) {
            offset.y = min(max(wanted.y, 0), end.y)
            rest.y = offset.y - wanted.y
        }
        if offset != contentOffset {
            contentOffset = offset
            isCarried = true
            onScroll?(self)
        }
        return rest
    }

    /// The largest offset.
    private var lastOffset: CGPoint {
        CGPoint(
            x: max(contentSize.width - frame.width, 0), y: max(contentSize.height - frame.height, 0)
        )
    }

    /// Whether it scrolls along the axis of a movement.
    func scrolls(along displacement: CGPoint) -> Bool {
        guard isScrollEnabled else { return false }
        return abs(displacement.x) > abs(displacement.y)
            ? axes.contains(.horizontal) && lastOffset.x > 0
            : axes.contains(.vertical) && lastOffset.y > 0
    }

    /// Whether it is at the end to which a movement scrolls.
    func isAtEnd(of displacement: CGPoint) -> Bool {
        let (along, offset, end) =
            abs(displacement.x) > abs(displacement.y)
            ? (displacement.x, contentOffset.x, lastOffset.x)
            : (displacement.y, contentOffset.y, lastOffset.y)
        return along > 0 ? offset <= 0 : offset >= end
    }

    /// The scrolling areas around it, the innermost first.
    var enclosingScrollViews: [UIScrollView] {
        var found: [UIScrollView] = []
        var view = superview
        while let next = view {
            if let area = next as? UIScrollView, area.isScrollEnabled,
                area.panGestureRecognizer.isEnabled
            {
                found.append(area)
            }
            view = next.superview
        }
        return found
    }
}

/// Follows the fingers of a scrolling area.
private final class ScrollRecognizer: UIPanGestureRecognizer {
    weak var scrollView: UIScrollView?
    /// The area and those around it, each with its initial offset. If one is at its end, the next
    /// one scrolls.
    private var areas: [(area: UIScrollView, start: CGPoint)] = []

    override var overrides: Bool { true }

    /// Whether a finger moves along one of the axes, and the area can move, or none around it can.
    override func begins(_ displacement: CGPoint) -> Bool {
        guard super.begins(displacement), let scrollView, scrollView.scrolls(along: displacement)
        else {
            return false
        }
        guard scrollView.isAtEnd(of: displacement) else { return true }
        return !scrollView.enclosingScrollViews.contains {
            $0.scrolls(along: displacement) && !$0.isAtEnd(of: displacement)
        }
    }

    /// A finger that first moves across the axes may still move along one.
    override func fails(_ displacement: CGPoint) -> Bool { false }

    override func stateChanged() {
        super.stateChanged()
        guard let scrollView else { return }
        switch state {
        case .began:
            areas = ([scrollView] + scrollView.enclosingScrollViews).map { ($0, $0.contentOffset) }
            scroll()
        case .changed: scroll()
        case .ended, .cancelled:
            letGo(scrollView)
        case .possible, .failed: break
        }
    }

    /// The first area that can still scroll in that direction receives the velocity. Every area
    /// that was scrolled ends.
    private func letGo(_ own: UIScrollView) {
        let speed = state == .ended ? velocity(in: nil) : .zero
        let moved = areas.map(\.area).filter { $0 === own || $0.isCarried }
        areas = []
        for area in moved { area.isCarried = false }
        let gliding =
            moved.first { $0.scrolls(along: speed) && !$0.isAtEnd(of: speed) } ?? own
        for area in moved {
            let share = area === gliding ? speed : .zero
            area.onDraggingEnded?(
                area,
                CGPoint(
                    x: area.axes.contains(.horizontal) ? -share.x : 0,
                    y: area.axes.contains(.vertical) ? -share.y : 0))
        }
    }

    private func scroll() {
        var displacement = translation(in: nil)
        // Movement across its own axes scrolls nothing, not even an area around it.
        if let scrollView, !scrollView.axes.contains(.horizontal) { displacement.x = 0 }
        if let scrollView, !scrollView.axes.contains(.vertical) { displacement.y = 0 }
        for (area, start) in areas {
            displacement = area.scroll(from: start, by: displacement)
        }
    }
}
