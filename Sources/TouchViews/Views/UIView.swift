/// An object that touches are delivered to.
@MainActor
open class UIResponder {
    /// A receiver of touches.
    public init() {}

    /// The object that receives the touches that this one does not handle: for a view, its
    /// superview.
    open var next: UIResponder? { nil }

    /// Fingers landed. By default `next` receives them.
    open func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
        next?.touchesBegan(touches, with: event)
    }

    /// Fingers moved, or their force changed. By default `next` receives them.
    open func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) {
        next?.touchesMoved(touches, with: event)
    }

    /// Fingers lifted. By default `next` receives them.
    open func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {
        next?.touchesEnded(touches, with: event)
    }

    /// Fingers no longer belong to this object: a gesture has taken them, or the contacts proved
    /// not to be fingers. By default `next` receives them.
    open func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) {
        next?.touchesCancelled(touches, with: event)
    }
}

/// The properties that decide whether a finger lands on a view. They are read together, because
/// each read of a property of a class costs a check.
struct HitArea {
    var frame: CGRect
    var origin = CGPoint.zero
    var isHidden = false
    var isInteractive = true
    var clips = false
    /// Whether only the rectangle decides.
    var isPlain = true
    var hasSubviews = false

    /// Whether a position, from its top left, is in the rectangle.
    func contains(_ position: CGPoint) -> Bool {
        position.x >= 0 && position.y >= 0 && position.x < frame.size.width
            && position.y < frame.size.height
    }

    /// Whether no finger at a position in the view around it can land on it.
    func excludes(_ point: CGPoint) -> Bool {
        isPlain && (clips || !hasSubviews) && !contains(point - frame.origin)
    }
}

/// A touch area: a rectangle in which fingers land, with gestures. Touch areas form a tree.
///
/// It draws nothing. A program builds the tree beside the views of its own toolkit, and keeps it up
/// to date: `frame` may change while fingers are down. They stay with the view that they landed on.
open class UIView: UIResponder, View {
    /// Its rectangle, in points of its superview.
    public var frame: CGRect {
        get { area.frame }
        set { area.frame = newValue }
    }
    /// The origin of its own points, which moves its subviews: the content offset of a scrolling
    /// area.
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
    /// Whether no finger can land on it or its subviews.
    public var isHidden: Bool {
        get { area.isHidden }
        set { area.isHidden = newValue }
    }
    /// Whether fingers can land on it and its subviews. If not, they land on the view behind it.
    public var isUserInteractionEnabled: Bool {
        get { area.isInteractive }
        set { area.isInteractive = newValue }
    }
    /// Whether its gestures, and those of its subviews, receive no fingers, although fingers still
    /// land on it.
    public var isDisabled = false
    /// Whether fingers land on its subviews only inside of it.
    public var clipsToBounds: Bool {
        get { area.clips }
        set { area.clips = newValue }
    }
    /// Whether `touchesBegan` and the methods like it receive more than the first of several
    /// fingers on it. Gestures receive all fingers.
    public var isMultipleTouchEnabled = false
    /// Whether a position, in its own points, accepts a finger; `nil` for its whole rectangle.
    public var contentShape: ((_ point: CGPoint, _ bounds: CGRect) -> Bool)? {
        didSet { area.isPlain = contentShape == nil && hitTester == nil }
    }
    /// Finds, instead of the tree, the view that a finger at a position, in its own points, lands
    /// on. For programs with a hit test of their own. If `nil`, the tree finds the view. If it
    /// returns `nil`, the finger lands on no view.
    public var hitTester: ((_ point: CGPoint) -> UIView?)? {
        didSet { area.isPlain = contentShape == nil && hitTester == nil }
    }
    /// The name by which `.named(_:)` finds it.
    public var coordinateSpaceName: AnyHashable?

    /// The view that contains it.
    public private(set) weak var superview: UIView?
    /// The views that it contains, in the order in which they were added.
    public private(set) var subviews: [UIView] = [] {
        didSet {
            backToFront = nil
            area.hasSubviews = !subviews.isEmpty
        }
    }
    private(set) final var area: HitArea
    /// Its subviews, in the order in which they cover each other; `nil` if that order may have
    /// changed.
    private var backToFront: [UIView]?
    /// Its fingers that move.
    var movedTouches = TouchSetCache()
    /// The style of buttons, set by `buttonStyle(_:)`.
    var buttonStyle: ((ButtonStyleConfiguration) -> Void)?
    /// Its gestures, the innermost first.
    var attachments: [GestureAttachment] = []

    public var touchView: UIView { self }

    override open var next: UIResponder? { superview }

    /// A touch area with a rectangle in points of its future superview.
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

    /// The window that contains it; `nil` while none does.
    public var window: UIWindow? { self as? UIWindow ?? superview?.window }

    /// Adds a view above the present subviews; it is removed from its present superview.
    open func addSubview(_ view: UIView) {
        guard view !== self, !isDescendant(of: view) else { return }
        if view.superview === self {
            // The view becomes the frontmost, and keeps its fingers.
            subviews.removeAll { $0 === view }
            return subviews.append(view)
        }
        view.removeFromSuperview()
        view.superview = self
        subviews.append(view)
    }

    /// Removes it with its subviews; gestures in them that have begun are cancelled.
    open func removeFromSuperview() {
        guard let superview else { return }
        window?.cancelGestures(in: self)
        superview.subviews.removeAll { $0 === self }
        self.superview = nil
    }

    /// Releases its subviews; those without other references are destroyed.
    func releaseSubviews() { subviews = [] }

    /// Whether it is `view`, or inside of it at any depth.
    public func isDescendant(of view: UIView) -> Bool {
        self === view || superview?.isDescendant(of: view) == true
    }

    /// Whether a finger at a position, in its own points, would land on it.
    open func point(inside point: CGPoint, with event: UIEvent?) -> Bool {
        if let contentShape { return contentShape(point, bounds) }
        return area.contains(point - area.origin)
    }

    /// The view that a finger lands on: the frontmost subview, or this view; `nil` if it lands on
    /// neither.
    ///
    /// - Parameters:
    ///   - point: the position, in its own points.
    ///   - event: passed on to `point(inside:with:)`.
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

    /// Whether no program has overridden its hit test.
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

    /// Converts a position in this view to points of another; `nil` is the window.
    public func convert(_ point: CGPoint, to view: UIView?) -> CGPoint {
        view?.fromWindow(toWindow(point)) ?? toWindow(point)
    }

    /// Converts a position in another view to points of this one; `nil` is the window.
    public func convert(_ point: CGPoint, from view: UIView?) -> CGPoint {
        fromWindow(view?.toWindow(point) ?? point)
    }
}

extension UIView {
    private func fromSuperview(_ point: CGPoint) -> CGPoint {
        point - frame.origin + boundsOrigin
    }

    /// Converts a position in the window to points of this view.
    func fromWindow(_ point: CGPoint) -> CGPoint { point - windowOrigin }

    /// Converts a position in this view to points of the window.
    func toWindow(_ point: CGPoint) -> CGPoint { point + windowOrigin }

    /// The origin of its own points in the window; a window's own frame is ignored.
    var windowOrigin: CGPoint {
        guard let superview else { return CGPoint.zero - boundsOrigin }
        return superview.windowOrigin + frame.origin - boundsOrigin
    }

    /// Its rectangle in the window.
    var windowFrame: CGRect {
        CGRect(origin: windowOrigin + boundsOrigin, size: frame.size)
    }

    /// The number of its ancestors.
    var depth: Int { (superview?.depth ?? -1) + 1 }

    /// The view to which a space refers, seen from this view; `nil` is the window.
    func view(of space: CoordinateSpace) -> UIView? {
        switch space {
        case .global: nil
        case .local: self
        case .named(let name): coordinateSpaceName == name ? self : superview?.view(of: space)
        }
    }

    /// Its ancestors and itself, the outermost first.
    var path: [UIView] { (superview?.path ?? []) + [self] }
}

extension UIView: Hashable {
    nonisolated public static func == (left: UIView, right: UIView) -> Bool { left === right }

    nonisolated public func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(self))
    }
}
