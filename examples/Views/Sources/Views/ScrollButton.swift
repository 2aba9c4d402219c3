public import TouchViews

/// A button in a scrolling area, with eight events: press, repeat, long press, drag, release inside, release
/// outside, cancel and double tap.
///
/// The gestures beside the press are simultaneous, so that they do not cancel the press. The area
/// still scrolls, which cancels the press.
@MainActor
public final class ScrollButton {
    public enum Event: String, Sendable {
        case press, `repeat`, longPress, drag, releaseInside, releaseOutside, cancel, doubleTap
    }

    /// The time between repeats, in seconds; the first is after twice this time.
    public static let interval = 0.3

    private let report: (Event) -> Void
    private let view: UIView
    private var repeats = 0
    /// When the finger that presses it landed.
    public private(set) var landed: Date?
    @GestureState private var isDown = false

    public init(frame: CGRect, in area: UIScrollView, report: @escaping (Event) -> Void) {
        self.report = report
        view = UIView(frame: frame)
        area.addSubview(view)
        _isDown = GestureState(
            wrappedValue: false, reset: { [unowned self] _, _ in finish() })
        view.simultaneousGesture(press)
            .simultaneousGesture(
                LongPressGesture().onEnded { [unowned self] _ in self.report(.longPress) }
            )
            .simultaneousGesture(
                DragGesture().onChanged { [unowned self] _ in self.report(.drag) }
            )
            .simultaneousGesture(
                TapGesture(count: 2).onEnded { [unowned self] in self.report(.doubleTap) })
    }

    private var press: some Gesture<DragGesture.Value> {
        DragGesture(minimumDistance: 0)
            .onEnded { [unowned self] value in
                landed = nil
                report(view.bounds.contains(value.location) ? .releaseInside : .releaseOutside)
            }
            .updating($isDown) { [unowned self] value, isDown, _ in
                if !isDown {
                    landed = value.time
                    repeats = 0
                    report(.press)
                }
                isDown = true
            }
    }

    /// Emits the repeats that are due. The program calls this by a timer while the button is pressed.
    public func advance(to now: Date) {
        guard let landed else { return }
        let due = Int(now.timeIntervalSince(landed) / Self.interval) - 1
        while repeats < due {
            repeats += 1
            report(.repeat)
        }
    }

    private func finish() {
        guard landed != nil else { return }
        landed = nil
        report(.cancel)
    }
}
