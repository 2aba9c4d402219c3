import Testing
import TouchViews
import Views

/// The callbacks of the examples, in their order.
@MainActor
struct CallbackTests {
    private let window = UIWindow(size: CGSize(width: 400, height: 800))
    private let view = UIView(frame: CGRect(x: 100, y: 100, width: 200, height: 200))

    @MainActor
    private final class Log {
        var lines: [String] = []
    }
    private let log = Log()
    private var report: (String) -> Void { { [log] in log.lines.append($0) } }

    init() {
        window.addSubview(view)
    }

    private func send(
        _ phase: TouchInput.Phase, finger: Int = 0, _ x: Double, _ y: Double = 200,
        at time: Double
    ) {
        window.send([TouchInput(id: finger, phase: phase, location: CGPoint(x: x, y: y))], at: time)
    }

    private func tap(_ x: Double, _ y: Double = 200, at time: Double) {
        send(.began, x, y, at: time)
        send(.ended, x, y, at: time + 0.05)
    }

    /// A finger that moves in two steps of 20 ms.
    private func drag(from x: Double, to end: Double, at time: Double) {
        send(.began, x, at: time)
        send(.moved, (x + end) / 2, at: time + 0.02)
        send(.moved, end, at: time + 0.04)
        send(.ended, end, at: time + 0.06)
    }

    @Test func `a swipe turns pages, a short one none`() {
        let pages = Pages(in: view, count: 2, report: report)
        drag(from: 280, to: 120, at: 0)
        drag(from: 280, to: 120, at: 1)
        drag(from: 120, to: 280, at: 2)
        drag(from: 120, to: 150, at: 3)
        #expect(
            log.lines == [
                "swiping left", "page 1", "swiping left", "page 1", "swiping right", "page 0",
            ])
        #expect(pages.page == 0)
    }

    @Test func `a press states its duration, and none if it strayed`() {
        view.modifier(TimedPress(report: report))
        send(.began, 200, at: 0)
        send(.ended, 200, at: 0.75)
        send(.began, 200, at: 2)
        send(.moved, 230, at: 2.1)
        send(.moved, 200, at: 2.2)
        send(.ended, 200, at: 2.3)
        #expect(log.lines == ["pressed", "held for 750 ms", "pressed", "strayed"])
    }

    @Test func `a press that is cancelled leaves nothing for the next one`() {
        view.modifier(TimedPress(report: report))
        send(.began, 200, at: 0)
        send(.cancelled, 200, at: 0.2)
        send(.began, 200, at: 10)
        send(.ended, 200, at: 10.3)
        #expect(log.lines == ["pressed", "pressed", "held for 300 ms"])
        log.lines = []
        send(.began, 200, at: 20)
        send(.moved, 230, at: 20.1)
        send(.cancelled, 230, at: 20.2)
        send(.began, 200, at: 30)
        send(.ended, 200, at: 30.3)
        #expect(log.lines == ["pressed", "strayed", "pressed", "held for 300 ms"])
    }

    @Test func `a press in a list ends when the list scrolls`() {
        let area = UIScrollView(
            frame: CGRect(x: 0, y: 400, width: 400, height: 400),
            contentSize: CGSize(width: 400, height: 2_000))
        window.addSubview(area)
        area.addSubview(view)
        view.modifier(TimedPress(report: report))
        send(.began, 200, 600, at: 0)
        send(.moved, 200, 580, at: 0.1)
        send(.moved, 200, 560, at: 0.2)
        send(.ended, 200, 560, at: 0.3)
        #expect(area.contentOffset.y > 0)
        send(.began, 200, 600, at: 10)
        send(.ended, 200, 600, at: 10.2)
        #expect(log.lines.suffix(2) == ["pressed", "held for 200 ms"])
        #expect(!log.lines.dropLast().contains { $0.hasPrefix("held") })
    }

    @Test func `a tap has its place, and two taps zoom`() {
        let taps = PlacedTaps(in: view, report: report)
        tap(150, 180, at: 0)
        window.advance(to: 1)
        tap(150, 180, at: 2)
        tap(150, 180, at: 2.2)
        window.advance(to: 3)
        #expect(log.lines == ["pin at 50.0, 80.0", "zoom at 50.0, 80.0"])
        #expect(taps.pins == [CGPoint(x: 50, y: 80)])
    }

    @Test func `the state of a drag is inactive before its end, and after a cancel`() {
        let card = DragStates(in: view, report: report)
        drag(from: 150, to: 190, at: 0)
        #expect(
            log.lines == [
                "dragged by 20.0", "dragged by 40.0", "reset from dragging",
                "dropped at 90.0, inactive",
            ])
        log.lines = []
        send(.began, 150, at: 1)
        send(.moved, 190, at: 1.02)
        #expect(card.state == .dragging(translation: CGSize(width: 40, height: 0)))
        send(.cancelled, 190, at: 1.04)
        #expect(log.lines == ["dragged by 40.0", "reset from dragging"] && card.state == .inactive)
    }

    @Test func `two fingers scale and turn at the same time`() {
        let picture = Picture(in: view, report: report)
        send(.began, finger: 0, 150, at: 0)
        send(.began, finger: 1, 250, at: 0.01)
        // The distance doubles, then the direction turns.
        send(.moved, finger: 1, 290, at: 0.02)
        send(.moved, finger: 1, 150, 300, at: 0.03)
        send(.ended, finger: 1, 150, 300, at: 0.04)
        send(.ended, finger: 0, 150, at: 0.05)
        #expect(log.lines == ["scaled", "scaled and turned", "×1.0, 90.0°"])
        #expect(picture.scale == 1 && picture.angle.degrees.rounded() == 90)
    }

    @Test func `a long press lifts and a drag moves, an early movement does neither`() {
        let thing = PressThenDrag(in: view, report: report)
        send(.began, 150, at: 0)
        window.advance(to: 0.6)
        send(.moved, 190, at: 0.7)
        send(.ended, 190, at: 0.8)
        #expect(
            log.lines == ["pressing", "lifted", "dragging by 40.0, 0.0", "dropped"])
        #expect(thing.offset == CGSize(width: 40, height: 0) && thing.state == .inactive)
        log.lines = []
        drag(from: 150, to: 190, at: 2)
        #expect(log.lines == ["pressing"])
    }

    @Test func `a tap of two fingers is not also a tap of one`() {
        let taps = TwoFingerTap(in: view, report: report)
        send(.began, finger: 0, 140, at: 0)
        send(.began, finger: 1, 240, at: 0.02)
        send(.ended, finger: 0, 140, at: 0.08)
        send(.ended, finger: 1, 240, at: 0.1)
        tap(150, at: 1)
        #expect(log.lines == ["two at 90.0", "one at 50.0"])
        _ = taps
    }
}

/// The eight events of a button in a scrolling area.
@MainActor
struct ScrollButtonTests {
    private let window = UIWindow(size: CGSize(width: 400, height: 800))
    private let area = UIScrollView(
        frame: CGRect(x: 0, y: 0, width: 400, height: 800),
        contentSize: CGSize(width: 400, height: 2_000))

    @MainActor
    private final class Log {
        var events: [ScrollButton.Event] = []
    }
    private let log = Log()
    private let button: ScrollButton

    init() {
        window.addSubview(area)
        button = ScrollButton(frame: CGRect(x: 100, y: 100, width: 200, height: 100), in: area) {
            [log] in log.events.append($0)
        }
    }

    private func send(_ phase: TouchInput.Phase, _ x: Double, _ y: Double, at time: Double) {
        window.send([TouchInput(id: 0, phase: phase, location: CGPoint(x: x, y: y))], at: time)
    }

    @Test func `a tap is a press and a release, and two are a double tap`() {
        for time in [0.0, 0.2] {
            send(.began, 200, 150, at: time)
            send(.ended, 200, 150, at: time + 0.05)
        }
        #expect(log.events == [.press, .releaseInside, .press, .releaseInside, .doubleTap])
    }

    @Test func `a held button is a long press, repeats, and still releases`() throws {
        send(.began, 200, 150, at: 0)
        window.advance(to: 0.55)
        let landed = try #require(button.landed)
        button.advance(to: landed.addingTimeInterval(0.65))
        button.advance(to: landed.addingTimeInterval(0.95))
        send(.ended, 200, 150, at: 1)
        button.advance(to: landed.addingTimeInterval(2))
        #expect(log.events == [.press, .longPress, .repeat, .repeat, .releaseInside])
    }

    @Test func `a finger that leaves across the area drags, and releases outside`() {
        send(.began, 200, 150, at: 0)
        send(.moved, 350, 150, at: 0.1)
        send(.ended, 350, 150, at: 0.2)
        #expect(log.events == [.press, .drag, .releaseOutside])
    }

    @Test func `scrolling cancels the press`() {
        send(.began, 200, 150, at: 0)
        send(.moved, 200, 100, at: 0.1)
        send(.moved, 200, 90, at: 0.2)
        send(.ended, 200, 90, at: 0.3)
        #expect(area.contentOffset.y > 0)
        #expect(log.events == [.press, .cancel])
    }
}
