/// What touches are delivered to.
@MainActor
open class UIResponder {
    /// What receives touches.
    public init() {}

    /// Receives the touches that this does not handle: for a view, the view that holds it.
    open var next: UIResponder? { nil }

    /// Fingers landed. By default `next` receives them.
    open func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
        next?.touchesBegan(touches, with: event)
    }

    /// Fingers moved, or press otherwise. By default `next` receives them.
    open func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) {
        next?.touchesMoved(touches, with: event)
    }

    /// Fingers lifted. By default `next` receives them.
    open func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {
        next?.touchesEnded(touches, with: event)
    }

    /// Fingers are no longer meant for this: a gesture has them, or they turned out to be none. By default
    /// `next` receives them.
    open func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) {
        next?.touchesCancelled(touches, with: event)
    }
}

/// What decides whether a finger lands on a view. It is read at once, because each read of a property of a
/// class costs a check.
struct HitArea {
    var frame: CGRect
    var origin = CGPoint.zero
    var isHidden = false
    var isInteractive = true
    var clips = false
    /// Whether the rectangle decides alone.
    var isPlain = true
    var hasSubviews = false

    /// Whether a place, from its top left, is in the rectangle.
    func contains(_ place: CGPoint) -> Bool {
        place.x >= 0 && place.y >= 0 && place.x < frame.size.width && place.y < frame.size.height
    }

    /// Whether no finger at a place of the view around it can land on it.
    func excludes(_ point: CGPoint) -> Bool {
        isPlain && (clips || !hasSubviews) && !contains(point - frame.origin)
    }
}

/// A touch area: a rectangle that fingers land in, with gestures, in a tree of such.
///
/// It draws nothing. A program builds the tree beside what its own toolkit shows and keeps it true:
/// `frame` may change while fingers are down, they stay with the view that they landed on.
open class UIView: UIResponder, View {
    /// Where it is, in points of the view that holds it.
    public var frame: CGRect {
        get { area.frame }
        set { area.frame = newValue }
    }
    /// Where its own points begin, which moves what it holds: the content offset of a scrolling area.
    public var boundsOrigin: CGPoint {
        get { area.origin }
        set { area.origin = newValue }
    }
    /// Its name, for people.
    public var accessibilityIdentifier: String?
    /// If two overlap, the one with the greater value lies above; if the values are equal, the
    /// later one.
    public var zIndex = 0.0 {
        didSet { superview?.backToFront = nil }
    }
    /// Whether no finger can land on it, nor on what it holds.
    public var isHidden: Bool {
        get { area.isHidden }
        set { area.isHidden = newValue }
    }
    /// Whether fingers can land on it and on what it holds; else they land on what lies behind.
    public var isUserInteractionEnabled: Bool {
        get { area.isInteractive }
        set { area.isInteractive = newValue }
    }
    /// Whether its gestures, and those of what it holds, receive nothing; fingers still land on it.
    public var isDisabled = false
    /// Whether fingers land on what it holds only inside of it.
    public var clipsToBounds: Bool {
        get { area.clips }
        set { area.clips = newValue }
    }
    /// Whether `touchesBegan` and its like receive more than the first of several fingers on it. Gestures
    /// receive all fingers.
    public var isMultipleTouchEnabled = false
    /// Which places of it take a finger, in its own points; `nil`: its whole rectangle.
    public var contentShape: ((_ point: CGPoint, _ bounds: CGRect) -> Bool)? {
        didSet { area.isPlain = contentShape == nil && hitTester == nil }
    }
    /// Finds the view that a finger at a place, in its own points, lands on, in place of the tree: for
    /// programs with a hit test of their own. `nil`: the tree does; where it answers `nil`: none does.
    public var hitTester: ((_ point: CGPoint) -> UIView?)? {
        didSet { area.isPlain = contentShape == nil && hitTester == nil }
    }
    /// What `.named(_:)` finds it by.
    public var coordinateSpaceName: AnyHashable?

    /// The view that holds it.
    public private(set) weak var superview: UIView?
    /// What it holds, in the order in which it was added.
    public private(set) var subviews: [UIView] = [] {
        didSet {
            backToFront = nil
            area.hasSubviews = !subviews.isEmpty
        }
    }
    private(set) final var area: HitArea
    /// The views that it holds, in the order in which they cover each other; `nil` if that has changed.
    private var backToFront: [UIView]?
    /// The fingers that move on it.
    var movedTouches = TouchSetCache()
    /// Shows buttons, set by `buttonStyle(_:)`.
    var buttonStyle: ((ButtonStyleConfiguration) -> Void)?
    /// Its gestures, from the inside out.
    var attachments: [GestureAttachment] = []

    public var touchView: UIView { self }

    override open var next: UIResponder? { superview }

    /// A touch area, in points of the view that is going to hold it.
    public init(frame: CGRect = .zero) {
        area = HitArea(frame: frame)
        super.init()
    }

    /// Its rectangle in its own points.
    public var bounds: CGRect { CGRect(origin: boundsOrigin, size: frame.size) }

    /// The middle of `frame`.
    public var center: CGPoint {
        get { CGPoint(x: frame.midX, y: frame.midY) }
        set {
            frame.origin = CGPoint(
                x: newValue.x - frame.width / 2, y: newValue.y - frame.height / 2)
        }
    }

    /// The window that it is in; `nil` while it is in none.
    public var window: UIWindow? { self as? UIWindow ?? superview?.window }

    /// Adds a view above those that are there; it leaves the one that holds it now.
    open func addSubview(_ view: UIView) {
        guard view !== self, !isDescendant(of: view) else { return }
        if view.superview === self {
            // It comes to the front, and keeps its fingers.
            subviews.removeAll { $0 === view }
            return subviews.append(view)
        }
        view.removeFromSuperview()
        view.superview = self
        subviews.append(view)
    }

    /// Takes it away, with what it holds: gestures under way there are cancelled.
    open func removeFromSuperview() {
        guard let superview else { return }
        window?.cancelGestures(in: self)
        superview.subviews.removeAll { $0 === self }
        self.superview = nil
    }

    /// Releases the views that it holds: those that nothing else refers to are destroyed.
    func releaseSubviews() { subviews = [] }

    /// Whether it is `view`, or held by it at any depth.
    public func isDescendant(of view: UIView) -> Bool {
        self === view || superview?.isDescendant(of: view) == true
    }

    /// Whether a finger at a place, in its own points, would land on it.
    open func point(inside point: CGPoint, with event: UIEvent?) -> Bool {
        if let contentShape { return contentShape(point, bounds) }
        return area.contains(point - area.origin)
    }

    /// The view that a finger lands on: the frontmost of what it holds, or itself; `nil`: neither.
    ///
    /// - Parameter point: in its own points.
    open func hitTest(_ point: CGPoint, with event: UIEvent?) -> UIView? {
        guard !isHidden, isUserInteractionEnabled else { return nil }
        if let hitTester { return hitTester(point) }
        let isInside = self.point(inside: point, with: event)
        guard isInside || !clipsToBounds else { return nil }
        let views = backToFront ?? sorted()
        var index = views.count
        while index > 0 {
            index -= 1
            let view = views[index]
            let area = view.area
            if area.excludes(point), view.isOfLibrary { continue }
            if let hit = view.hitTest(view.fromSuperview(point), with: event) { return hit }
        }
        return isInside ? self : nil
    }

    /// Whether no program has overridden how it is hit.
    private var isOfLibrary: Bool {
        type(of: self) == UIView.self || type(of: self) == Button.self
            || type(of: self) == UIScrollView.self
    }

    private func sorted() -> [UIView] {
        let sorted = subviews.enumerated().sorted {
            ($0.element.zIndex, $0.offset) < ($1.element.zIndex, $1.offset)
        }.map(\.element)
        backToFront = sorted
        return sorted
    }

    /// A place of this view in points of another; `nil` is the window.
    public func convert(_ point: CGPoint, to view: UIView?) -> CGPoint {
        view?.fromWindow(toWindow(point)) ?? toWindow(point)
    }

    /// A place of another view in points of this one; `nil` is the window.
    public func convert(_ point: CGPoint, from view: UIView?) -> CGPoint {
        fromWindow(view?.toWindow(point) ?? point)
    }
}

extension UIView {
    private func fromSuperview(_ point: CGPoint) -> CGPoint {
        point - frame.origin + boundsOrigin
    }

    /// A place of the window in points of this view.
    func fromWindow(_ point: CGPoint) -> CGPoint { point - windowOrigin }

    /// A place of this view in points of the window.
    func toWindow(_ point: CGPoint) -> CGPoint { point + windowOrigin }

    /// Where its own points begin in the window; a window's own frame counts for nothing.
    var windowOrigin: CGPoint {
        guard let superview else { return CGPoint.zero - boundsOrigin }
        return superview.windowOrigin + frame.origin - boundsOrigin
    }

    /// Its rectangle in the window.
    var windowFrame: CGRect {
        CGRect(origin: windowOrigin + boundsOrigin, size: frame.size)
    }

    /// How many views hold it.
    var depth: Int { (superview?.depth ?? -1) + 1 }

    /// The view that a space is of, seen from here; `nil`: the window.
    func view(of space: CoordinateSpace) -> UIView? {
        switch space {
        case .global: nil
        case .local: self
        case .named(let name): coordinateSpaceName == name ? self : superview?.view(of: space)
        }
    }

    /// The views from the outermost that holds it to itself.
    var path: [UIView] { (superview?.path ?? []) + [self] }
}

extension UIView: Hashable {
    nonisolated public static func == (left: UIView, right: UIView) -> Bool { left === right }

    nonisolated public func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(self))
    }
}
