import Testing
import TouchViews
import Views

@MainActor
struct ViewsTests {
    private let window = UIWindow(size: CGSize(width: 400, height: 400))
    private let frame = CGRect(x: 100, y: 100, width: 200, height: 200)

    private func send(
        _ phase: TouchInput.Phase, _ finger: Int = 0, _ x: Double, _ y: Double, at time: Double,
        force: CGFloat? = nil
    ) {
        window.send(
            [TouchInput(id: finger, phase: phase, location: CGPoint(x: x, y: y), force: force)],
            at: time)
    }

    private func tap(at time: Double) {
        send(.began, 0, 200, 200, at: time)
        send(.ended, 0, 200, 200, at: time + 0.05)
    }

    private func drag(_ finger: Int = 0, to x: Double, at time: Double) {
        send(.began, finger, 200, 200, at: time)
        send(.moved, finger, 200 + (x - 200) / 2, 200, at: time + 0.02)
        send(.moved, finger, x, 200, at: time + 0.04)
        send(.ended, finger, x, 200, at: time + 0.06)
    }

    @Test func `two taps zoom, and one shows the caption`() {
        let photo = Photo(frame: frame)
        window.addSubview(photo.view)
        tap(at: 0)
        tap(at: 0.2)
        window.advance(to: 2)
        #expect(photo.isZoomed && !photo.showsCaption)
        tap(at: 3)
        window.advance(to: 5)
        #expect(photo.isZoomed && photo.showsCaption)
    }

    @Test func `a tile moves only while it is edited, and opens at any time`() {
        let tile = Tile(frame: frame)
        window.addSubview(tile.view)
        drag(to: 240, at: 0)
        #expect(tile.view.frame == frame)
        tile.isEditing = true
        drag(to: 240, at: 1)
        #expect(tile.view.frame.origin == CGPoint(x: 140, y: 100))
        tile.isEditing = false
        drag(to: 240, at: 2)
        #expect(tile.view.frame.origin == CGPoint(x: 140, y: 100))
        tap(at: 3)
        #expect(tile.opened == 1)
    }

    @Test func `a draggable view is dragged and scaled, and keeps both`() {
        let view = UIView(frame: frame)
        window.addSubview(view)
        var placement = Placement()
        view.draggable { placement = $0 }
        drag(to: 230, at: 0)
        drag(to: 220, at: 1)
        #expect(placement.offset == CGSize(width: 50, height: 0))
        send(.began, 0, 150, 200, at: 2)
        send(.began, 1, 200, 200, at: 2.01)
        send(.moved, 1, 250, 200, at: 2.03)
        send(.ended, 1, 250, 200, at: 2.05)
        send(.ended, 0, 150, 200, at: 2.06)
        #expect(placement.scale == 2)
    }

    private final class Card: DeepPressable {
        let pressedView: UIView
        var log: [String] = []

        init(_ view: UIView) {
            pressedView = view
        }

        func deepPressBegan(force: CGFloat, in frame: CGRect) {
            log.append("began \(force) in \(frame.width) × \(frame.height)")
        }

        func deepPressEnded(force: CGFloat) { log.append("ended \(force)") }
    }

    @Test func `a deep press begins and ends once, with its force; without force there is none`() {
        let view = UIView(frame: CGRect(x: 100, y: 100, width: 200, height: 150))
        window.addSubview(view)
        let card = Card(view)
        card.setDeepPress()
        send(.began, 0, 200, 200, at: 0, force: 0.2)
        send(.moved, 0, 200, 200, at: 0.1, force: 0.75)
        send(.moved, 0, 200, 200, at: 0.2, force: 1)
        send(.ended, 0, 200, 200, at: 0.3)
        #expect(card.log == ["began 0.75 in 200.0 × 150.0", "ended 1.0"])
        card.log = []
        send(.began, 0, 200, 200, at: 1, force: 0.8)
        send(.moved, 0, 200, 200, at: 1.1, force: 0.5)
        send(.moved, 0, 200, 200, at: 1.2, force: 0.9)
        send(.ended, 0, 200, 200, at: 1.3)
        #expect(card.log == ["began 0.8 in 200.0 × 150.0", "ended 0.5"])
        card.log = []
        send(.began, 0, 200, 200, at: 2, force: 0.8)
        send(.cancelled, 0, 200, 200, at: 2.1)
        #expect(card.log == ["began 0.8 in 200.0 × 150.0", "ended 0.8"])
        card.log = []
        tap(at: 3)
        card.removeDeepPress()
        send(.began, 0, 200, 200, at: 4, force: 0.9)
        send(.ended, 0, 200, 200, at: 4.3)
        #expect(card.log == [])
    }
}
