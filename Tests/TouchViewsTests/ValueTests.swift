import Testing
import TouchViews

/// Gestures, their values, and what is called when. Tests of one situation begin with its number,
/// A1 to A6.
@MainActor
struct ValueTests {
    private let glass = Glass()

    /// How two fingers have changed a picture.
    private struct Transform: Equatable {
        var scale: CGFloat = 1
        var angle = Angle.zero
    }

    @MainActor
    private final class Picture {
        @GestureState(resetTransaction: Transaction(animation: .spring()))
        var transform = Transform()
        var ended: [String] = []

        var gesture: some Gesture {
            MagnificationGesture().simultaneously(with: RotationGesture())
                .updating($transform) { value, state, transaction in
                    state = Transform(scale: value.first ?? 1, angle: value.second ?? .zero)
                    transaction.animation = .linear
                }
                .onEnded { [unowned self] value in
                    ended.append("\(value.first != nil) \(value.second != nil) \(transform)")
                }
        }
    }

    /// Rule: a `GestureState` is initial again however the gesture ends
    /// Rule: and before an `onEnded` later in the chain
    @Test
    func
        `A1: a magnification continues beside a rotation, and the state is initial before the end`()
    {
        let picture = Picture()
        glass.view(0, 0, 400, 800).gesture(picture.gesture)
        glass.down(0, 100, 400)
        glass.down(1, 200, 400)
        #expect(picture.transform == Transform())
        glass.pinch(to: CGPoint(x: 50, y: 400), CGPoint(x: 250, y: 400))
        #expect(abs(picture.transform.scale - 2) < 1e-9)
        #expect(picture.transform.angle == .zero)
        glass.pinch(to: CGPoint(x: 150, y: 300), CGPoint(x: 150, y: 500))
        #expect(abs(picture.transform.angle.degrees - 90) < 1e-6)
        glass.up(0)
        glass.up(1)
        #expect(picture.ended == ["true true \(Transform())"])
        #expect(picture.transform == Transform())
    }

    /// Rule: a `GestureState` is initial again however the gesture ends
    @Test
    func `A1: the state is initial again after a cancel, and no end is reported`() {
        let picture = Picture()
        glass.view(0, 0, 400, 800).gesture(picture.gesture)
        glass.down(0, 100, 400)
        glass.down(1, 200, 400)
        glass.pinch(to: CGPoint(x: 50, y: 400), CGPoint(x: 250, y: 400))
        glass.cancel(0)
        #expect(picture.transform == Transform())
        glass.up(1)
        #expect(picture.ended == [])
    }

    /// Rule: a long press: 0.5 s, 10 points; a drag: 10 points; magnify: 0.01; rotate: 1°
    @Test
    func `A1: less than a hundredth and less than a degree begin nothing`() {
        let picture = Picture()
        glass.view(0, 0, 400, 800).gesture(picture.gesture)
        glass.down(0, 100, 400)
        glass.down(1, 300, 400)
        glass.move(1, 301.8, 402)
        #expect(picture.transform == Transform())
        glass.move(1, 302.2, 400)
        #expect(picture.transform.scale > 1.01)
    }

    @Test
    func `A2: a gesture that a program defines has its own value, reported once, at the lift`() {
        glass.view(0, 0, 400, 800).directions { [glass] in glass.note("\($0)") }
        glass.down(100, 400)
        glass.slide(to: 30, 410)
        #expect(glass.log == [])
        glass.up()
        #expect(glass.log == ["left"])
        glass.down(100, 400)
        glass.slide(to: 120, 410)
        glass.up()
        #expect(glass.log == ["left"])
        let other = Glass()
        other.view(0, 0, 400, 800).gesture(
            UpwardGesture().onEnded { [other] in other.note("\($0)") })
        other.down(100, 400)
        other.slide(to: 100, 300)
        other.up()
        #expect(other.log == ["true"])
    }

    /// A reusable modifier that measures how long a finger has been down.
    private struct HoldTimer: ViewModifier {
        let landed: GestureState<Date?>
        let onEnded: @MainActor () -> Void

        func body(content: Content) -> some View {
            content.gesture(
                DragGesture(minimumDistance: 0)
                    .updating(landed) { value, state, _ in state = state ?? value.time }
                    .onEnded { _ in onEnded() })
        }
    }

    @Test
    func `A3: a still finger is reported at its landing, and the state is nil at the end`() {
        @GestureState var landed: Date?
        let state = $landed
        glass.view(0, 0, 400, 800).modifier(
            HoldTimer(landed: $landed) { [glass] in glass.note("\(state.wrappedValue == nil)") })
        glass.window.stampOrigin = Date(timeIntervalSinceReferenceDate: 0)
        glass.down(100, 100)
        #expect(landed == Date(timeIntervalSinceReferenceDate: 100))
        glass.wait(3600)
        #expect(landed == Date(timeIntervalSinceReferenceDate: 100))
        glass.up()
        #expect(landed == nil)
        #expect(glass.log == ["true"])
        glass.wait(1)
        glass.down(100, 100)
        #expect(landed == Date(timeIntervalSinceReferenceDate: 3701))
        glass.up()
    }

    @Test
    func `A4: the drag's value precedes the tap's end, and three ends are reported, each once`() {
        let drag = DragGesture(minimumDistance: 0)
            .onChanged { [glass] _ in glass.note("changed") }
            .onEnded { [glass] _ in glass.note("drag") }
        let tap = TapGesture(count: 1).onEnded { [glass] in glass.note("tap") }
        glass.view(0, 0, 400, 800).gesture(
            drag.simultaneously(with: tap).onEnded { [glass] _ in glass.note("pair") })
        glass.tap(100, 100)
        #expect(glass.log == ["changed", "drag", "tap", "pair"])
    }

    @Test(arguments: [1, 2, 3])
    func `A4: a tap has its count and its location, even of a still finger`(count: Int) {
        let view = glass.view(50, 60, 200, 200)
        view.onTapGesture(count: count, coordinateSpace: .global) { [glass] in
            glass.note("global \($0.x) \($0.y)")
        }
        view.simultaneousGesture(
            SpatialTapGesture(count: count, coordinateSpace: .local)
                .onEnded { [glass] in glass.note("local \($0.location.x) \($0.location.y)") })
        for number in 1...count {
            #expect(glass.log == [])
            glass.tap(100, 100)
            if number < count { glass.wait(0.1) }
        }
        #expect(glass.log == ["global 100.0 100.0", "local 50.0 40.0"])
    }

    /// Rule: `updating` of a tap never runs; its `onChanged` does not compile
    @Test
    func `A5: a tap's updating never runs, a long press is true from the landing`() {
        @GestureState var touched = false
        @GestureState var pressed = false
        glass.view(0, 0, 400, 400).gesture(
            TapGesture().updating($touched) { _, state, _ in state = true })
        glass.view(0, 400, 400, 400).gesture(
            LongPressGesture()
                .updating($pressed) { value, state, _ in state = value }
                .onChanged { [glass] in glass.note("changed \($0)") }
                .onEnded { [glass] in glass.note("ended \($0)") })
        glass.down(100, 100)
        #expect(!touched)
        glass.up()
        glass.down(100, 500)
        #expect(pressed)
        #expect(glass.log == ["changed true"])
        glass.wait(0.499)
        #expect(pressed)
        glass.wait(0.002)
        #expect(glass.log == ["changed true", "ended true"])
        #expect(!pressed)
        glass.up()
        glass.down(100, 500)
        glass.wait(0.3)
        glass.up()
        #expect(!pressed)
        #expect(glass.log == ["changed true", "ended true", "changed true"])
    }

    /// Rule: a long press: 0.5 s, 10 points; a drag: 10 points; magnify: 0.01; rotate: 1°
    @Test
    func `A5: a drag begins after ten points, with the displacement so far`() throws {
        var values: [DragGesture.Value] = []
        glass.view(50, 50, 300, 300).gesture(DragGesture().onChanged { values.append($0) })
        glass.down(100, 100)
        glass.wait(0.01)
        glass.move(109, 100)
        #expect(values == [])
        glass.wait(0.01)
        glass.move(112, 100)
        let first = try #require(values.first)
        #expect(first.translation == CGSize(width: 12, height: 0))
        #expect(first.startLocation == CGPoint(x: 50, y: 50))
        #expect(first.location == CGPoint(x: 62, y: 50))
        #expect(first.velocity.width > 100)
        #expect(first.predictedEndTranslation.width > first.translation.width)
        #expect(
            abs(first.predictedEndLocation.x - 50 - first.predictedEndTranslation.width) < 1e-9)
        glass.up()
    }

    @Test
    func `A5: magnify and rotate have a location, an anchor and a velocity`() throws {
        var scale: MagnifyGesture.Value?
        var turn: RotateGesture.Value?
        glass.view(0, 0, 400, 800)
            .gesture(MagnifyGesture().onChanged { scale = $0 })
            .simultaneousGesture(RotateGesture().onChanged { turn = $0 })
        glass.down(0, 100, 200)
        glass.down(1, 200, 200)
        glass.pinch(to: CGPoint(x: 100, y: 200), CGPoint(x: 100, y: 400))
        let magnified = try #require(scale)
        #expect(abs(magnified.magnification - 2) < 1e-9)
        #expect(magnified.startLocation == CGPoint(x: 150, y: 200))
        #expect(magnified.startAnchor == UnitPoint(x: 0.375, y: 0.25))
        #expect(magnified.velocity > 1)
        let rotated = try #require(turn)
        #expect(abs(rotated.rotation.degrees - 90) < 1e-6)
        #expect(rotated.velocity.radians > 1)
    }

    /// Rule: the second part of a sequence starts at the present position of its finger; after a tap a finger must land within 0.35 s
    @Test
    func `A6: a sequence reports its first part, then both`() {
        let gesture = LongPressGesture(minimumDuration: 0.2).sequenced(before: DragGesture())
            .onChanged { [glass] value in
                switch value {
                case .first(let held): glass.note("first \(held)")
                case .second(let held, let drag):
                    glass.note("second \(held) \(drag?.translation.width ?? -1)")
                }
            }
            .onEnded { [glass] _ in glass.note("ended") }
        glass.view(0, 0, 400, 800).gesture(gesture)
        glass.down(100, 100)
        glass.wait(0.25)
        glass.move(120, 100)
        glass.up()
        #expect(glass.log == ["first true", "second true -1.0", "second true 20.0", "ended"])
    }

    /// Rule: in an exclusive pair the second waits for the first only while that may become more taps
    @Test
    func `A6: of an exclusive pair only one is reported, the first if possible`() {
        let gesture = TapGesture(count: 2).exclusively(before: TapGesture())
            .map { value in
                switch value {
                case .first: 2
                case .second: 1
                }
            }
            .onEnded { [glass] in glass.note("\($0)") }
        glass.view(0, 0, 400, 800).gesture(gesture)
        glass.tap(100, 100)
        #expect(glass.log == [])
        glass.wait(0.4)
        #expect(glass.log == ["1"])
        glass.tap(100, 100)
        glass.wait(0.1)
        glass.tap(100, 100)
        glass.wait(1)
        #expect(glass.log == ["1", "2"])
    }

    /// Rule: `onEnded` is called after success alone
    @Test
    func `A6: no end is reported after a cancel`() {
        let gesture = DragGesture().exclusively(before: LongPressGesture())
            .onEnded { [glass] _ in glass.note("ended") }
        glass.view(0, 0, 400, 800).gesture(gesture)
        glass.down(100, 100)
        glass.slide(to: 200, 100)
        glass.cancel()
        #expect(glass.log == [])
    }
}

extension View {
    @discardableResult
    fileprivate func directions(
        perform action: @escaping @MainActor (String) -> Void
    ) -> some View {
        gesture(DirectionGesture().onEnded { action("\($0)") })
    }
}

/// A direction, emitted once, at the lift.
private struct DirectionGesture: Gesture {
    enum Value {
        case left, right, up, down
    }

    let minimumDistance: CGFloat
    let coordinateSpace: CoordinateSpace

    init(minimumDistance: CGFloat = 30, coordinateSpace: CoordinateSpace = .local) {
        self.minimumDistance = minimumDistance
        self.coordinateSpace = coordinateSpace
    }

    var body: AnyGesture<Value> {
        AnyGesture(
            DragGesture(minimumDistance: minimumDistance, coordinateSpace: coordinateSpace)
                .map { value in
                    let way = value.translation
                    return abs(way.width) > abs(way.height)
                        ? (way.width > 0 ? .right : .left) : way.height > 0 ? .down : .up
                })
    }
}

private struct UpwardGesture: Gesture {
    var body: some Gesture<Bool> {
        DirectionGesture().map { $0 == .up }
    }
}
