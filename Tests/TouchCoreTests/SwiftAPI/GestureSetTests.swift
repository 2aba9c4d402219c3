import Testing
import TouchCore
import TouchTestSupport

/// Sets of gestures are added and removed while fingers are down.
@Suite struct GestureSetTests {
    private let log = CallbackLog()
    private let left = ZoneRect(
        x: .share(0), y: .share(0), width: .share(0.5), height: .share(1))

    private func drag(_ name: String) -> some Gesture {
        SurfaceDragGesture().onChanged { log("\(name) \($0.translation.x)") }.onEnded { _ in
            log("\(name) ended")
        }
    }

    @Test func `a set that is added does not change a drag in progress`() throws {
        let screen = SwiftTestScreen { drag("map") }
        screen.frame(0, .down(0, 50, 50))
        screen.frame(10, .move(0, 60, 50))
        try screen.surface.add { SurfaceTapGesture(count: 2).onEnded { log("double") } }
        try screen.surface.add {
            Zone("button", left) { SurfaceTapGesture().onEnded { log("button") } }
        }
        screen.frame(20, .move(0, 65, 50))
        screen.frame(30, .up(0))
        #expect(log.drain() == ["map 10.0", "map 15.0", "map ended"])
        #expect(screen.events.map(\.phase) == [.began, .changed, .ended])
        screen.frame(1_000, .down(0, 50, 50))
        screen.frame(1_050, .up(0))
        #expect(log.drain() == ["button"])
    }

    @Test func `a set that is removed removes its gestures, and no others`() throws {
        let screen = SwiftTestScreen { Zone("left", left) { drag("left") } }
        let right = try screen.surface.add { drag("right") }
        screen.frame(0, .down(0, 50, 50), .down(1, 250, 50))
        screen.frame(10, .move(0, 60, 50), .move(1, 260, 50))
        screen.surface.remove(right)
        #expect(screen.events.last?.reason == .reloaded)
        #expect(screen.events.last?.zone == 0)
        screen.frame(20, .move(0, 65, 50), .move(1, 265, 50))
        screen.frame(30, .up(0), .up(1))
        #expect(log.drain() == ["right 10.0", "left 10.0", "left 15.0", "left ended"])
    }

    @Test func `gestures of the whole surface continue when those before them are removed`() throws
    {
        let screen = SwiftTestScreen {}
        let taps = try screen.surface.add {
            SurfaceTapGesture(count: 2).exclusively(before: SurfaceTapGesture())
            SwipeGesture()
        }
        let kept = try screen.surface.add {
            SurfaceLongPressGesture().sequenced(before: SurfaceDragGesture())
                .onEnded { _ in log("moved") }
            PressGesture().alongsideAll().onChanged { log("\($0.ticks)") }
        }
        screen.frame(0, .down(0, 50, 50))
        screen.wait(until: 600)
        screen.surface.remove(taps)
        #expect(
            screen.surface.configuration.zones[0].gestures.map(\.name) == ["sequence", "press"])
        screen.wait(until: 750)
        screen.frame(760, .move(0, 60, 50))
        screen.frame(770, .up(0))
        #expect(log.drain() == ["0", "1", "2", "moved"])
        screen.surface.remove(kept)
        #expect(screen.surface.configuration.zones[0].gestures.isEmpty)
    }

    @Test func `a drawing continues when a set is added or removed between its parts`() throws {
        let lines = [
            [Point(x: 100, y: 60), Point(x: 140, y: 100)],
            [Point(x: 140, y: 60), Point(x: 100, y: 100)],
        ]
        let cross = try #require(
            StrokeName("cross").flatMap { StrokeTemplate($0, drawings: [lines]) })
        for isRemoved in [false, true] {
            let screen = SwiftTestScreen {}
            let other = try screen.surface.add { SwipeGesture() }
            let stroke = try screen.surface.add {
                StrokeGesture([cross]).onEnded { log($0.name) }
            }
            for (start, line) in zip([0.0, 500], lines) {
                screen.frame(start, .down(0, line[0].x, line[0].y))
                for step in 1...19 {
                    let position = line[0] + (line[1] - line[0]) * (Double(step) / 19)
                    screen.frame(start + Double(step) * 10, .move(0, position.x, position.y))
                }
                screen.frame(start + 200, .up(0))
                screen.surface.remove(isRemoved ? stroke : other)
                try screen.surface.add { SurfaceTapGesture(count: 2) }
            }
            screen.wait(until: 3_000)
            #expect(log.drain() == (isRemoved ? [] : ["cross"]))
        }
    }

    @Test func `a count of taps continues when a set is added or removed in between`() throws {
        let screen = SwiftTestScreen {}
        let other = try screen.surface.add { SwipeGesture().onEnded { _ in log("swipe") } }
        try screen.surface.add { SurfaceTapGesture(count: 2).onEnded { log("double") } }
        screen.frame(0, .down(0, 50, 50))
        screen.frame(50, .up(0))
        screen.surface.remove(other)
        screen.frame(150, .down(0, 50, 50))
        try screen.surface.add { SurfaceLongPressGesture().onEnded { _ in log("long") } }
        screen.frame(200, .up(0))
        #expect(log.drain() == ["double"])
    }

    @Test func `gestures that are added start with the next hand`() throws {
        let screen = SwiftTestScreen {}
        screen.frame(0, .down(0, 50, 50))
        try screen.surface.add {
            SurfaceDragGesture().onEnded { _ in log("drag") }
            SurfaceTapGesture().onEnded { log("tap") }
        }
        screen.frame(10, .move(0, 80, 50))
        screen.frame(300, .down(1, 200, 50))
        screen.frame(350, .up(1))
        screen.frame(360, .move(0, 120, 50))
        screen.frame(900, .move(0, 150, 50))
        screen.frame(910, .up(0))
        #expect(log.drain() == [])
        screen.stroke(from: (50, 50), to: (90, 50), ms: 2_000...2_300)
        #expect(log.drain() == ["drag"])
    }

    @Test func `a gesture that waits for a set that is removed is emitted`() throws {
        let screen = SwiftTestScreen {}
        let doubles = try screen.surface.add { SurfaceTapGesture(count: 2).named("double") }
        try screen.surface.add { SurfaceTapGesture().waiting(for: "double").onEnded { log("tap") } }
        screen.frame(0, .down(0, 50, 50))
        screen.frame(50, .up(0))
        #expect(log.drain() == [])
        screen.surface.remove(doubles)
        #expect(log.drain() == ["tap"])
        #expect(screen.events.last?.gesture == 0)
    }

    @Test func `a zone of two hands that is added later keeps them apart`() throws {
        let screen = SwiftTestScreen {}
        for start in [0.0, 1_000, 2_000] {
            let table = try screen.surface.add {
                Zone("table", nil) { drag("hand") }.hands(2)
            }
            screen.frame(start, .down(0, 50, 50))
            screen.frame(start + 200, .down(1, 250, 50))
            screen.frame(start + 210, .move(0, 60, 50), .move(1, 270, 50))
            screen.frame(start + 220, .up(1), .up(0))
            #expect(log.drain() == ["hand 10.0", "hand 20.0", "hand ended", "hand ended"])
            screen.surface.remove(table)
        }
    }

    @Test func `an event has the index of its zone in the configuration`() throws {
        let screen = SwiftTestScreen {}
        let first = try screen.surface.add { Zone("first", left) { SurfaceTapGesture() } }
        try screen.surface.add { Zone("second", left) { SurfaceTapGesture() } }
        screen.surface.remove(first)
        screen.frame(0, .down(0, 50, 50))
        screen.frame(50, .up(0))
        #expect(screen.events.map(\.zone) == [1])
        #expect(screen.surface.configuration.zones[1].name == "second")
    }
}

/// Callbacks that add and remove sets.
@Suite struct GestureSetCallbackTests {
    private let log = CallbackLog()
    private let left = ZoneRect(
        x: .share(0), y: .share(0), width: .share(0.5), height: .share(1))

    @Test func `every callback of a frame is called though one adds a set`() {
        var surface: GestureSurface?
        let screen = SwiftTestScreen {
            PressGesture().onEnded { _ in
                log("press")
                _ = try? surface?.add { SurfaceLongPressGesture().onEnded { _ in log("long") } }
            }
            SurfaceTapGesture().onEnded { log("tap") }
        }
        surface = screen.surface
        screen.frame(0, .down(0, 50, 50))
        screen.frame(50, .up(0))
        #expect(log.drain() == ["press", "tap"])
        screen.frame(1_000, .down(0, 50, 50))
        screen.wait(until: 1_600)
        #expect(log.drain() == ["long"])
        surface = nil
    }

    @Test func `callbacks of other sets are called though one removes its set`() throws {
        var surface: GestureSurface?
        var set: GestureSurface.GestureSet?
        let screen = SwiftTestScreen {}
        surface = screen.surface
        set = try screen.surface.add {
            PressGesture().alongsideAll().onEnded { _ in log("press") }
            SurfaceTapGesture().alongsideAll().onEnded {
                log("tap")
                if let set { surface?.remove(set) }
            }
            SurfaceSpatialTapGesture().alongsideAll().onEnded { _ in log("removed") }
        }
        try screen.surface.add {
            SurfaceSpatialTapGesture().alongsideAll().onEnded { _ in log("kept") }
        }
        screen.frame(0, .down(0, 50, 50))
        screen.frame(50, .up(0))
        #expect(log.drain() == ["press", "tap", "kept"])
        screen.frame(1_000, .down(0, 50, 50))
        screen.frame(1_050, .up(0))
        #expect(log.drain() == ["kept"])
        surface = nil
    }

    @Test func `a drag in another zone continues when a callback removes its own set`() throws {
        var surface: GestureSurface?
        var set: GestureSurface.GestureSet?
        let screen = SwiftTestScreen {
            Zone("left", left) { SurfaceDragGesture().onChanged { log("\($0.translation.x)") } }
        }
        surface = screen.surface
        set = try screen.surface.add {
            SurfaceTapGesture().onEnded { if let set { surface?.remove(set) } }
        }
        screen.frame(0, .down(0, 50, 50))
        screen.frame(10, .move(0, 60, 50))
        screen.frame(200, .down(1, 300, 50))
        screen.frame(250, .move(0, 61, 50), .up(1))
        screen.frame(260, .move(0, 62, 50))
        #expect(log.drain() == ["10.0", "11.0", "12.0"])
        surface = nil
    }

    /// After any additions and removals: a gesture that began ends once, and gestures that stay are
    /// recognised as before.
    @Test(arguments: 0..<60)
    func `sets that are added and removed do not change the gestures of another zone`(seed: UInt64)
        throws
    {
        let zone = Zone("left", left) {
            SurfaceTapGesture(count: 2).onEnded { log("double") }
            SurfaceDragGesture().onChanged { log("\($0)") }.onEnded { _ in log("drag") }
            SurfaceLongPressGesture().onEnded { _ in log("long") }
        }
        let alone = SwiftTestScreen { zone }
        var touches = RandomTouches(seed: seed)
        let frames = touches.frames(300)
        for frame in frames {
            alone.frame(frame.ms, frame.acts, resynchronised: frame.isResynchronised)
        }
        let expected = log.drain()
        let screen = SwiftTestScreen { zone }
        var generator = SeededGenerator(seed: seed)
        var sets: [GestureSurface.GestureSet] = []
        for frame in frames {
            if generator.oneIn(3) {
                sets.append(try screen.surface.add { Self.random(&generator) })
            }
            if sets.count > 3 {
                screen.surface.remove(sets.remove(at: Int.random(in: 0...3, using: &generator)))
            }
            screen.frame(frame.ms, frame.acts, resynchronised: frame.isResynchronised)
        }
        #expect(log.drain() == expected)
        expectEachEndsOnce(screen.events)
    }

    @SurfaceBuilder private static func random(_ generator: inout SeededGenerator) -> SurfaceContent
    {
        switch Int.random(in: 0..<4, using: &generator) {
        case 0: SurfaceTapGesture(count: 2).exclusively(before: SurfaceTapGesture())
        case 1: SurfaceLongPressGesture().sequenced(before: SurfaceDragGesture()).alongsideAll()
        case 2:
            PressGesture()
            SurfaceDragGesture(fingers: 1).simultaneously(
                with: CustomGesture(ScriptedRecognizer(".b")))
        default:
            SwipeGesture()
            SurfaceMagnifyGesture()
        }
    }

    private func expectEachEndsOnce(_ events: [GestureEvent]) {
        var open: Set<UInt64> = []
        for event in events {
            switch event.phase {
            case .began: #expect(open.insert(event.id).inserted)
            case .changed: #expect(open.contains(event.id))
            case .ended: _ = open.remove(event.id)
            case .cancelled: #expect(open.remove(event.id) != nil)
            }
        }
    }
}
