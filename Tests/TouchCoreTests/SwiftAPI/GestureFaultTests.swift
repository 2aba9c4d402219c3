import Testing
import TouchTestSupport

@testable import TouchCore

/// Faults for which a configuration file is refused are refused in a program, too.
@Suite struct GestureFaultTests {
    private let faults = GestureFaults(surface: Surface(panel: TestScreen.panel))

    private func fault(@GestureListBuilder _ gestures: () -> [GestureEntry]) -> String? {
        faults.find(in: gestures().map(\.gesture))
    }

    @Test func `thresholds beyond the ranges of their tables are faults`() {
        #expect(
            fault { SurfaceDragGesture(minimumDistance: -1) }
                == "minimumDistance of drag is -1.0 mm: it takes 0.0 to 3000.0 mm")
        #expect(fault { SurfaceTapGesture(count: 0) } == "count of tap is 0: it takes 1 to 20")
        #expect(
            fault { SurfaceTapGesture(fingers: 1...20).named("hand") }
                == "fingers of hand is 1...20: it takes 1 to 10")
        #expect(fault { SurfaceLongPressGesture(minimumDuration: .seconds(-1)) } != nil)
        #expect(fault { SurfaceDragGesture(minimumDistance: .nan) } != nil)
        #expect(fault { StrokeGesture(["no such shape"]) } != nil)
        #expect(fault { SurfaceTapGesture().cooldown(.seconds(-1)) } != nil)
        #expect(
            fault { SurfaceTapGesture().sequenced(before: SurfaceDragGesture(minimumDistance: -1)) }
                != nil)
        #expect(
            fault { DeepPressGesture(threshold: 0.3, releaseThreshold: 0.5) }
                == """
                deep_press: releaseThreshold is more than threshold: it would end as it begins. Make \
                releaseThreshold smaller
                """)
    }

    @Test func `a part of a composition takes drawings of one part`() throws {
        let lines = [
            [Point.zero, Point(x: 9, y: 9)], [Point(x: 9, y: 0), Point(x: 0, y: 9)],
        ]
        let cross = try #require(
            StrokeName("cross").flatMap { StrokeTemplate($0, drawings: [lines]) })
        #expect(fault { StrokeGesture([cross]) } == nil)
        #expect(fault { SurfaceTapGesture().sequenced(before: StrokeGesture(["m"])) } == nil)
        #expect(
            fault { SurfaceTapGesture().sequenced(before: StrokeGesture([cross])) }
                == """
                stroke is a part of a composition: use only shapes that are drawn without a lift
                """)
    }

    @Test func `a family of gestures neither waits, nor is waited for, nor is a part`() {
        #expect(fault { ScreenReaderGestures() } == nil)
        #expect(
            fault {
                ScreenReaderGestures().waiting(for: "drag"); SurfaceDragGesture()
            } == """
                screen_reader is a family of gestures: it can neither be a part of a composition nor \
                wait for another gesture
                """)
        #expect(
            fault { SurfaceTapGesture().sequenced(before: ScreenReaderGestures()) }
                == """
                screen_reader is a family of gestures: it can neither be a part of a composition nor \
                wait for another gesture
                """)
        #expect(
            fault {
                SurfaceDragGesture().waiting(for: "screen_reader")
                ScreenReaderGestures()
            } == """
                waiting(for:) of drag names screen_reader, which is a family of gestures: leave it out
                """)
    }

    @Test func `every kind is valid by default`() {
        for gesture in GestureConfiguration.standard.zones[0].gestures {
            var alone = gesture
            alone.simultaneous = []
            #expect(faults.find(in: [alone]) == nil)
        }
        let others = fault {
            PressGesture(interval: .zero, delay: .zero)
            StrokeGesture()
            ForceGesture()
            DeepPressGesture(threshold: 0.05).named("light")
            CustomGesture(ScriptedRecognizer("."))
        }
        #expect(others == nil)
    }

    @Test func `names that no gesture has, and names of two gestures, are faults`() {
        #expect(
            fault {
                SurfaceDragGesture().waiting(for: "pinhc")
                SurfaceMagnifyGesture().named("pinch")
            } == """
                waiting(for:) of drag names pinhc, but no gesture of the zone has this name: its gestures \
                are drag, pinch
                """)
        #expect(fault { SurfaceDragGesture().alongside("rotate") } != nil)
        #expect(
            fault {
                SurfaceTapGesture().named("one")
                SurfaceDragGesture().named("one")
            }?.hasPrefix("two gestures of a zone are called one") == true)
        #expect(fault { SurfaceTapGesture().named("a name") } != nil)
    }

    @Test func `gestures that wait for each other are a fault`() {
        #expect(
            fault {
                SurfaceDragGesture().waiting(for: "tap")
                SurfaceTapGesture().waiting(for: "drag")
            } == """
                drag waits for tap, tap waits for drag: none of them would ever be recognised, so remove \
                one of these waits
                """)
    }

    @Test func `limits that are not in tables of thresholds apply, too`() {
        #expect(
            fault { SurfaceTapGesture().cooldown(.seconds(3_601)) }
                == "cooldown of tap is 3601000.0 ms: it takes 0.0 to 3600000.0 ms")
        func nested(_ depth: Int) -> ConfiguredGesture {
            let last =
                depth == 0
                ? ConfiguredGesture(.tap(.init())) : nested(depth - 1)
            return ConfiguredGesture(
                .composition(
                    GestureComposition(.sequence, [ConfiguredGesture(.tap(.init())), last])))
        }
        #expect(faults.find(in: [nested(7)]) == nil)
        #expect(faults.find(in: [nested(8)])?.contains("too deeply") == true)
        #expect(fault { CustomGesture(NoFingers()) }?.contains("takes 0 fingers") == true)
        let ten = (1...10).map { _ in ConfiguredGesture(.tap(.init())) }
        // a.sequenced(before: b).sequenced(before: c) …
        let chain = ten.dropFirst().reduce(ten[0]) { first, next in
            ConfiguredGesture(.composition(GestureComposition(.sequence, [first, next])))
        }
        #expect(faults.find(in: [chain]) == nil)
        #expect(
            fault {
                SurfaceDragGesture().cooldown(.seconds(1)).simultaneously(with: SurfaceTapGesture())
            }?
            .contains("is a part of a composition") == true)
        let many = Array(repeating: ConfiguredGesture(.tap(.init())), count: 65)
        #expect(faults.find(in: many)?.contains("65 gestures") == true)
        let corner = ZoneRect(
            x: .millimetres(-9), y: .share(0), width: .millimetres(9), height: .share(0.1))
        #expect(
            fault {
                SurfaceTapGesture().landing(in: corner).sequenced(before: SurfaceDragGesture())
            } != nil)
    }

    @Test func `zones beyond their limits are faults`() {
        func fault(_ zone: Zone) -> String? {
            faults.find(in: zone.configuration, besides: ["existing"])
        }
        #expect(fault(Zone("fine", nil) {}) == nil)
        #expect(fault(Zone("existing", nil) {}) != nil)
        #expect(fault(Zone("screen", nil) {}) != nil)
        #expect(fault(Zone("fine", nil) {}.hands(9)) != nil)
        #expect(fault(Zone("fine", nil) {}.handSpan(.nan)) != nil)
        #expect(fault(Zone("fine", nil) {}.handSpan(3_001)) != nil)
        #expect(fault(Zone("fine", nil) {}.landingWindow(.seconds(2))) != nil)
    }

    /// The panel is 344 mm wide and 194 mm high.
    @Test func `rectangles without an area on the surface are faults`() {
        func fault(_ horizontal: ZoneSpan, _ vertical: ZoneSpan = .whole) -> String? {
            let rect = ZoneRect(horizontal: horizontal, vertical: vertical)
            return faults.find(in: Zone("edge", rect) {}.configuration, besides: [])
        }
        #expect(
            fault(.fromStart(.millimetres(-20), length: .millimetres(12))) == """
                edge: a zone without width takes no finger: it reaches from -20.0 to -8.0 mm, and the \
                surface from 0.0 to 344.0 mm
                """)
        #expect(
            fault(.whole, .fromEnd(.millimetres(-8), length: .millimetres(8)))?
                .hasPrefix("edge: a zone without height takes no finger") == true)
        #expect(
            fault(.between(.share(0.6), .millimetres(200)))
                == "edge: rect has nothing between its sides")
        for empty in [
            ZoneSpan.fromStart(.share(0.5), length: .share(0)),
            .fromStart(.share(0.5), length: .share(-0.1)),
            .fromStart(.millimetres(344), length: .millimetres(8)),
            .fromEnd(.share(1), length: .share(0.1)), .fromEnd(.share(.nan), length: .share(1)),
            .fromStart(.millimetres(.infinity), length: .millimetres(1)),
            .fromStart(.millimetres(-.infinity), length: .millimetres(.infinity)),
            .between(.share(0.5), .share(0.5)), .between(.share(0), .millimetres(.nan)),
        ] {
            #expect(fault(empty) != nil, "\(empty)")
            #expect(fault(.whole, empty) != nil, "\(empty)")
        }
        for valid in [
            ZoneSpan.fromStart(.millimetres(-8), length: .millimetres(20)),
            .fromStart(.share(0.9), length: .share(1.5)),
            .fromEnd(.millimetres(-8), length: .millimetres(9)),
            .between(.millimetres(-8), .millimetres(-.infinity)),
        ] {
            #expect(fault(valid) == nil, "\(valid)")
        }
    }

    @Test func `a zone that reaches beyond an edge receives fingers of its area on the surface`() {
        let log = CallbackLog()
        let beyond = ZoneRect(
            x: .millimetres(-8), y: .millimetres(-8), width: .millimetres(20), height: .share(2))
        let screen = SwiftTestScreen {
            SurfaceTapGesture().onEnded { log("screen") }
            Zone("edge", beyond) { SurfaceTapGesture().onEnded { log("edge") } }
        }
        for (number, x) in [0.0, 11.9, 12.1].enumerated() {
            screen.frame(Double(number) * 1_000, .down(0, x, 194))
            screen.frame(Double(number) * 1_000 + 50, .up(0))
        }
        #expect(log.drain() == ["edge", "edge", "screen"])
    }

    @Test func `a fault is thrown with its sentence, and nothing is added`() throws {
        let surface = GestureSurface(panel: TestScreen.panel)
        let set = try surface.add { SurfaceTapGesture() }
        let fault = #expect(throws: GestureFault.self) {
            try surface.add {
                Zone("fine", nil) { SurfaceTapGesture() }
                SurfaceDragGesture().waiting(for: "pinhc")
            }
        }
        #expect(fault?.description.contains("names pinhc, but no gesture of the zone has") == true)
        let outside = ZoneRect(x: .share(1), y: .share(0), width: .share(1), height: .share(1))
        #expect(throws: GestureFault.self) {
            try surface.add { Zone("outside", outside) { SurfaceTapGesture() } }
        }
        #expect(throws: GestureFault.self) {
            _ = try GestureSurface(panel: TestScreen.panel) { SurfaceTapGesture(count: 0) }
        }
        #expect(throws: GestureFault.self) {
            _ = try surface.values(of: SurfaceDragGesture(minimumDistance: -1))
        }
        #expect(surface.configuration.zones.map(\.name) == ["screen"])
        #expect(surface.configuration.zones[0].gestures.map(\.name) == ["tap"])
        surface.remove(set)
        #expect(surface.configuration.zones[0].gestures.isEmpty)
    }

    @Test func `a name may be that of a gesture in an earlier set`() throws {
        let screen = SwiftTestScreen { SurfaceTapGesture(count: 2).named("double") }
        try screen.surface.add { SurfaceTapGesture().waiting(for: "double") }
        #expect(screen.surface.configuration.zones[0].gestures[1].waitsFor == ["double"])
    }
}

private struct NoFingers: CustomRecognizer {
    var fingers: ClosedRange<Int> { 0...2 }

    mutating func recognize(
        _ moment: RecognizerMoment, fingers: Span<RecognizerFinger>
    ) -> Recognition<Int> { .possible }
}

/// Handles instead of names.
@Suite struct GestureHandleTests {
    private let log = CallbackLog()

    @Test func `a gesture waits for another by its handle`() {
        let double = GestureHandle()
        let screen = SwiftTestScreen {
            SurfaceTapGesture(count: 2).handle(double).onEnded { log("double") }
            SurfaceTapGesture().onEnded { log("tap") }.waiting(for: double)
        }
        screen.frame(0, .down(0, 50, 50))
        screen.frame(50, .up(0))
        #expect(log.drain() == [])
        screen.wait(until: 1_000)
        #expect(log.drain() == ["tap"])
        let gestures = screen.surface.configuration.zones[0].gestures
        #expect(gestures.map(\.name) == ["tap_1", "tap"])
        #expect(gestures[1].waitsFor == ["tap_1"])
    }

    @Test func `handles and names can be combined, across sets`() throws {
        let pinch = GestureHandle()
        let screen = SwiftTestScreen {}
        let set = try screen.surface.add { SurfaceMagnifyGesture().named("pinch").handle(pinch) }
        try screen.surface.add { SurfaceRotateGesture().alongside(pinch) }
        let rotate = screen.surface.configuration.zones[0].gestures[1]
        #expect(rotate.simultaneous == ["pinch"])
        screen.surface.remove(set)
        try screen.surface.add { SurfaceMagnifyGesture().handle(pinch) }
        #expect(screen.surface.configuration.zones[0].gestures[1].name == "magnify_1")
    }

    @Test func `a gesture that waits for a removed one does not wait for another with a handle`()
        throws
    {
        let (double, triple) = (GestureHandle(), GestureHandle())
        let screen = SwiftTestScreen {}
        let set = try screen.surface.add { SurfaceTapGesture(count: 2).handle(double) }
        try screen.surface.add { SurfaceTapGesture().waiting(for: double) }
        screen.surface.remove(set)
        try screen.surface.add { SurfaceTapGesture(count: 3).handle(triple) }
        let gestures = screen.surface.configuration.zones[0].gestures
        #expect(!gestures[0].waitsFor.contains(gestures[1].name))
    }

    @Test func `a handle of a part, of no gesture or of two gestures is a fault`() {
        let surface = GestureSurface(panel: TestScreen.panel)
        let one = GestureHandle()
        #expect(throws: GestureFault.self) {
            try surface.add {
                SurfaceTapGesture().handle(GestureHandle()).sequenced(before: SurfaceDragGesture())
            }
        }
        #expect(throws: GestureFault.self) {
            try surface.add { SurfaceDragGesture().waiting(for: GestureHandle()) }
        }
        #expect(throws: GestureFault.self) {
            try surface.add {
                SurfaceDragGesture().handle(one)
                SurfaceTapGesture().handle(one)
            }
        }
        #expect(surface.configuration.zones[0].gestures.isEmpty)
    }
}
