/// The two directions of a surface.
public enum Axis: Int8, Sendable, CaseIterable {
    /// Sideways.
    case horizontal
    /// Upright.
    case vertical

    /// Some of the two.
    public struct Set: OptionSet, Sendable {
        public let rawValue: Int8

        public init(rawValue: Int8) {
            self.rawValue = rawValue
        }

        /// Sideways.
        public static let horizontal = Set(rawValue: 1)
        /// Upright.
        public static let vertical = Set(rawValue: 2)
    }
}

/// A scrolling area: what it holds moves with fingers that go along its axes.
///
/// Scrolling begins once a finger has gone ten points along an axis. It then ends what the gestures
/// inside have begun with that finger, but for those with high priority: their states go back, and their
/// `onEnded` is not called. A finger that goes across is theirs.
open class UIScrollView: UIView {
    /// Along which axes it scrolls.
    open var axes: Axis.Set
    /// How large what it holds is, in points.
    open var contentSize: CGSize
    /// Whether fingers scroll it.
    open var isScrollEnabled = true {
        didSet { panGestureRecognizer.isEnabled = isScrollEnabled }
    }
    /// Called with each change of the offset by a finger.
    open var onScroll: ((UIScrollView) -> Void)?
    /// Called when fingers let go, with the velocity of the content in points a second: a program that
    /// wants it to glide on lets it.
    open var onDraggingEnded: ((UIScrollView, _ velocity: CGPoint) -> Void)?
    /// What follows the fingers.
    public let panGestureRecognizer: UIPanGestureRecognizer

    /// Which place of what it holds is at its top left, in points.
    open var contentOffset: CGPoint {
        get { boundsOrigin }
        set { boundsOrigin = newValue }
    }

    /// Whether a finger scrolls it.
    public var isDragging: Bool {
        panGestureRecognizer.state == .began || panGestureRecognizer.state == .changed
    }

    /// A scrolling area.
    ///
    /// - Parameters:
    ///   - frame: where it is, in points of the view that is going to hold it.
    ///   - contentSize: how large what it holds is; `nil`: as it is itself.
    ///   - axes: along which axes it scrolls.
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

    /// Moves the content with the fingers, no farther than its ends.
    func scroll(from start: CGPoint, by way: CGPoint) {
        var offset = contentOffset
        if axes.contains(.horizontal) {
            offset.x = min(max(start.x - way.x, 0), max(contentSize.width - frame.width, 0))
        }
        if axes.contains(.vertical) {
            offset.y = min(max(start.y - way.y, 0), max(contentSize.height - frame.height, 0))
        }
        guard offset != contentOffset else { return }
        contentOffset = offset
        onScroll?(self)
    }
}

/// Follows the fingers of a scrolling area.
private final class ScrollRecognizer: UIPanGestureRecognizer {
    weak var scrollView: UIScrollView?
    private var start = CGPoint.zero

    override var overrides: Bool { true }

    /// Whether a finger goes along one of the axes.
    override func begins(_ way: CGPoint) -> Bool {
        guard super.begins(way), let scrollView else { return false }
        return abs(way.x) > abs(way.y)
            ? scrollView.axes.contains(.horizontal)
                && scrollView.contentSize.width > scrollView.frame.width
            : scrollView.axes.contains(.vertical)
                && scrollView.contentSize.height > scrollView.frame.height
    }

    /// A finger that strays across at first may still go along.
    override func fails(_ way: CGPoint) -> Bool { false }

    override func stateChanged() {
        super.stateChanged()
        guard let scrollView else { return }
        switch state {
        case .began:
            start = scrollView.contentOffset
            scrollView.scroll(from: start, by: translation(in: nil))
        case .changed: scrollView.scroll(from: start, by: translation(in: nil))
        case .ended, .cancelled:
            let speed = state == .ended ? velocity(in: nil) : .zero
            scrollView.onDraggingEnded?(
                scrollView,
                CGPoint(
                    x: scrollView.axes.contains(.horizontal) ? -speed.x : 0,
                    y: scrollView.axes.contains(.vertical) ? -speed.y : 0))
        case .possible, .failed: break
        }
    }
}
