import Testing
import TouchViews

/// Names of UIKit and of SwiftUI that ported programs use; a `Row:` is one of docs/from-swiftui.md.
@MainActor
struct NameTests {
    private let glass = Glass()

    @Test
    func `the center of a view moves its frame`() {
        let view = UIView(frame: CGRect(x: 10, y: 20, width: 100, height: 60))
        #expect(view.center == CGPoint(x: 60, y: 50))
        view.center.x += 5
        #expect(view.frame == CGRect(x: 15, y: 20, width: 100, height: 60))
    }

    @Test
    func `the recognisers of a view can be set`() {
        let view = glass.view(0, 0, 400, 400)
        let (tap, pan) = (
            UITapGestureRecognizer(target: nil, action: nil), UIPanGestureRecognizer()
        )
        view.gestureRecognizers = [tap, pan]
        #expect(view.gestureRecognizers == [tap, pan] && pan.view === view)
        view.gestureRecognizers = [pan]
        #expect(view.gestureRecognizers == [pan] && tap.view == nil)
        view.gestureRecognizers = nil
        #expect(view.gestureRecognizers == nil)
    }

    @Test
    func `gestures of each priority have a name and can be optional`() {
        let view = glass.view(0, 0, 400, 400)
        view.highPriorityGesture(
            TapGesture().onEnded { [glass] in glass.note("high") }, name: "high", isEnabled: false)
        view.simultaneousGesture(
            TapGesture().onEnded { [glass] in glass.note("beside") }, name: "beside")
        view.gesture(TapGesture().onEnded { [glass] in glass.note("normal") }, name: "normal")
        glass.tap(100, 100)
        #expect(glass.log.sorted() == ["beside", "normal"])
    }

    private final class Probe: UIView {
        var coalesced: [UITouch]?
        var predicted: [UITouch]?
        var predictedPlace: CGPoint?

        override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) {
            guard let touch = touches.first else { return }
            coalesced = event?.coalescedTouches(for: touch)
            predicted = event?.predictedTouches(for: touch)
            predictedPlace = predicted?.first?.location(in: self)
        }
    }

    @Test
    func `an event has the coalesced and the predicted touches of a touch`() throws {
        let probe = Probe(frame: CGRect(x: 0, y: 0, width: 400, height: 400))
        glass.window.addSubview(probe)
        glass.down(0, 100, 100)
        glass.slide(to: 200, 100)
        // 100 points in 80 ms: a frame later it is 21 points on.
        let place = try #require(probe.predictedPlace)
        #expect(abs(place.x - 220.8) < 0.5 && place.y == 100)
        #expect(probe.coalesced?.count == 1)
        glass.wait(1)
        glass.move(0, 200, 100)
        #expect(probe.predicted == [])
        glass.up()
    }

    private struct Hold: UIGestureRecognizerRepresentable {
        let glass: Glass

        @MainActor
        final class Coordinator {
            var count = 0
        }

        func makeCoordinator(converter: CoordinateSpaceConverter) -> Coordinator { Coordinator() }

        func makeUIGestureRecognizer(context: Context) -> UILongPressGestureRecognizer {
            UILongPressGestureRecognizer()
        }

        func updateUIGestureRecognizer(
            _ recognizer: UILongPressGestureRecognizer, context: Context
        ) { recognizer.minimumPressDuration = 0.2 }

        func handleUIGestureRecognizerAction(
            _ recognizer: UILongPressGestureRecognizer, context: Context
        ) {
            context.coordinator.count += 1
            glass.note(
                "\(context.coordinator.count) \(recognizer.state) \(context.converter.localLocation.x)"
            )
        }
    }

    /// Row: `UIGestureRecognizerRepresentable`
    @Test
    func `a representable recogniser has a coordinator and positions of its view`() {
        glass.view(50, 50, 400, 400).gesture(Hold(glass: glass))
        glass.down(100, 100)
        glass.wait(0.25)
        glass.up()
        #expect(glass.log == ["1 began 50.0", "2 ended 50.0"])
    }

    private struct Style: ButtonStyle {
        let glass: Glass

        func makeBody(configuration: Configuration) -> some View {
            glass.note("\(configuration.isPressed)")
            return configuration.label
        }
    }

    /// Row: `ButtonStyle`, `.buttonStyle(_:)`
    @Test(arguments: [true, false])
    func `a button style is called when the button is pressed and released`(isOnWindow: Bool) {
        let button = Button(frame: CGRect(x: 0, y: 0, width: 100, height: 100)) {}
        glass.window.addSubview(button)
        if isOnWindow {
            glass.window.buttonStyle(Style(glass: glass))
        } else {
            button.buttonStyle(Style(glass: glass))
        }
        glass.tap(50, 50)
        #expect(glass.log == ["false", "true", "false"])
    }
}

/// Gestures without closures, spaces and transactions can be sent between actors.
private func requireSendable(_ values: any Sendable...) {}

@Test
func `gestures without closures are sendable`() {
    requireSendable(
        TapGesture(), SpatialTapGesture(), LongPressGesture(), DragGesture(), MagnifyGesture(),
        RotateGesture(), MagnificationGesture(), RotationGesture(), Transaction(),
        CoordinateSpace.local, NamedCoordinateSpace.named("card"),
        SimultaneousGesture(DragGesture(), MagnifyGesture()),
        SequenceGesture(TapGesture(), DragGesture()),
        ExclusiveGesture(TapGesture(), DragGesture()))
}
