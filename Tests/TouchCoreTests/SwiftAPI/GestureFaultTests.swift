import Testing
import TouchTestSupport

@testable import TouchCore

/// What a configuration file would be refused for is refused in a program, too.
@Suite struct GestureFaultTests {
    private func fault(@GestureListBuilder _ gestures: () -> [GestureEntry]) -> String? {
        GestureFaults.find(in: gestures().map(\.gesture))
    }

    @Test func `thresholds out of their ranges, as the tables have them`() {
        #expect(
            fault { DragGesture(minimumDistance: -1) }
                == "minimumDistance of drag is -1.0 mm: it takes 0.0 to 3000.0 mm")
        #expect(fault { TapGesture(count: 0) } == "count of tap is 0: it takes 1 to 20")
        #expect(
            fault { TapGesture(fingers: 1...20).named("hand") }
                == "fingers of hand is 1...20: it takes 1 to 10")
        #expect(fault { LongPressGesture(minimumDuration: .seconds(-1)) } != nil)
        #expect(fault { DragGesture(minimumDistance: .nan) } != nil)
        #expect(fault { StrokeGesture(["no such shape"]) } != nil)
        #expect(fault { TapGesture().cooldown(.seconds(-1)) } != nil)
        #expect(fault { TapGesture().sequenced(before: DragGesture(minimumDistance: -1)) } != nil)
        #expect(
            fault { DeepPressGesture(threshold: 0.3, releaseThreshold: 0.5) }
                == """
                deep_press: releaseThreshold is more than threshold: it would end as it begins. Make \
                releaseThreshold the smaller
                """)
    }

    @Test func `every kind is fine as it comes`() {
        for gesture in GestureConfiguration.standard.zones[0].gestures {
            var alone = gesture
            alone.simultaneous = []
            #expect(GestureFaults.find(in: [alone]) == nil)
        }
        let rest = fault {
            PressGesture(interval: .zero, delay: .zero)
            StrokeGesture()
            ForceGesture()
            DeepPressGesture(threshold: 0.05).named("light")
            CustomGesture(ScriptedRecognizer("."))
        }
        #expect(rest == nil)
    }

    @Test func `names that no gesture has, and names twice`() {
        #expect(
            fault {
                DragGesture().waiting(for: "pinhc")
                MagnifyGesture().named("pinch")
            } == """
                waiting(for:) of drag names pinhc, which no gesture of the zone is called: its gestures \
                are drag, pinch
                """)
        #expect(fault { DragGesture().alongside("rotate") } != nil)
        #expect(
            fault {
                TapGesture().named("one")
                DragGesture().named("one")
            }?.hasPrefix("two gestures of a zone are called one") == true)
        #expect(fault { TapGesture().named("a name") } != nil)
    }

    @Test func `gestures that wait for each other`() {
        #expect(
            fault {
                DragGesture().waiting(for: "tap")
                TapGesture().waiting(for: "drag")
            } == """
                drag waits for tap, tap waits for drag: none of them would ever be recognised, so leave \
                one of these out
                """)
    }

    @Test func `limits that no table of thresholds has`() {
        #expect(
            fault { TapGesture().cooldown(.seconds(3_601)) }
                == "cooldown of tap is 3601000.0 ms: it takes 0.0 to 3600000.0 ms")
        func nested(_ depth: Int) -> ConfiguredGesture {
            let rest =
                depth == 0
                ? ConfiguredGesture(.tap(.init())) : nested(depth - 1)
            return ConfiguredGesture(
                .composition(
                    GestureComposition(.sequence, [ConfiguredGesture(.tap(.init())), rest])))
        }
        #expect(GestureFaults.find(in: [nested(7)]) == nil)
        #expect(GestureFaults.find(in: [nested(8)])?.contains("too deep") == true)
        #expect(fault { CustomGesture(NoFingers()) }?.contains("takes 0 fingers") == true)
        let ten = (1...10).map { _ in ConfiguredGesture(.tap(.init())) }
        // a.sequenced(before: b).sequenced(before: c) …
        let chain = ten.dropFirst().reduce(ten[0]) { first, next in
            ConfiguredGesture(.composition(GestureComposition(.sequence, [first, next])))
        }
        #expect(GestureFaults.find(in: [chain]) == nil)
        #expect(
            fault { DragGesture().cooldown(.seconds(1)).simultaneously(with: TapGesture()) }?
                .contains("is a part of a composition") == true)
        let many = Array(repeating: ConfiguredGesture(.tap(.init())), count: 65)
        #expect(GestureFaults.find(in: many)?.contains("65 gestures") == true)
        let corner = ZoneRect(
            x: .millimetres(-1), y: .share(0), width: .share(0.1), height: .share(0.1))
        #expect(fault { TapGesture().landing(in: corner).sequenced(before: DragGesture()) } != nil)
    }

    @Test func `zones out of their limits`() {
        func fault(_ zone: Zone) -> String? {
            GestureFaults.find(in: zone.configuration, besides: ["there"])
        }
        let wide = ZoneRect(x: .share(0), y: .share(0), width: .share(1.5), height: .share(1))
        #expect(fault(Zone("fine", nil) {}) == nil)
        #expect(fault(Zone("there", nil) {}) != nil)
        #expect(fault(Zone("screen", nil) {}) != nil)
        #expect(fault(Zone("fine", nil) {}.hands(9)) != nil)
        #expect(fault(Zone("fine", nil) {}.landingWindow(.seconds(2))) != nil)
        let nothing = ZoneRect(x: .share(0), y: .share(0), width: .share(0), height: .share(1))
        #expect(fault(Zone("fine", nothing) {})?.contains("a side of nothing") == true)
        let crossed = ZoneRect(horizontal: .between(.share(0.6), .share(0.6)), vertical: .whole)
        #expect(fault(Zone("fine", crossed) {}) != nil)
        #expect(fault(Zone("fine", wide) {}) == "a share of fine is 1.5: it takes 0 to 1")
    }

    @Test func `a program with a fault ends with a sentence about it`() async throws {
        let result = await #expect(
            processExitsWith: .failure, observing: [\.standardErrorContent]
        ) {
            _ = SwiftTestScreen { DragGesture().waiting(for: "pinhc") }
        }
        let text = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
        #expect(text.contains("names pinhc, which no gesture of the zone is called"))
    }

    @Test func `a name may be that of a gesture in a set before`() {
        let screen = SwiftTestScreen { TapGesture(count: 2).named("double") }
        screen.surface.add { TapGesture().waiting(for: "double") }
        #expect(screen.surface.configuration.zones[0].gestures[1].waitsFor == ["double"])
    }
}

private struct NoFingers: CustomRecognizer {
    var fingers: ClosedRange<Int> { 0...2 }

    mutating func recognize(
        _ moment: RecognizerMoment, fingers: Span<RecognizerFinger>
    ) -> Recognition<Int> { .possible }
}

/// Handles in the place of names.
@Suite struct GestureHandleTests {
    private let log = CallbackLog()

    @Test func `a gesture waits for another by its handle`() {
        let double = GestureHandle()
        let screen = SwiftTestScreen {
            TapGesture(count: 2).handle(double).onEnded { log("double") }
            TapGesture().onEnded { log("tap") }.waiting(for: double)
        }
        screen.frame(0, .down(0, 50, 50))
        screen.frame(50, .up(0))
        #expect(log.take() == [])
        screen.wait(until: 1_000)
        #expect(log.take() == ["tap"])
        let gestures = screen.surface.configuration.zones[0].gestures
        #expect(gestures.map(\.name) == ["tap_1", "tap"])
        #expect(gestures[1].waitsFor == ["tap_1"])
    }

    @Test func `handles and names go together, across sets`() {
        let pinch = GestureHandle()
        let screen = SwiftTestScreen {}
        let set = screen.surface.add { MagnifyGesture().named("pinch").handle(pinch) }
        screen.surface.add { RotateGesture().alongside(pinch) }
        let rotate = screen.surface.configuration.zones[0].gestures[1]
        #expect(rotate.simultaneous == ["pinch"])
        screen.surface.remove(set)
        screen.surface.add { MagnifyGesture().handle(pinch) }
        #expect(screen.surface.configuration.zones[0].gestures[1].name == "magnify_1")
    }

    @Test func `what waits for a gesture that is gone does not wait for another with a handle`() {
        let (double, triple) = (GestureHandle(), GestureHandle())
        let screen = SwiftTestScreen {}
        let set = screen.surface.add { TapGesture(count: 2).handle(double) }
        screen.surface.add { TapGesture().waiting(for: double) }
        screen.surface.remove(set)
        screen.surface.add { TapGesture(count: 3).handle(triple) }
        let gestures = screen.surface.configuration.zones[0].gestures
        #expect(!gestures[0].waitsFor.contains(gestures[1].name))
    }

    @Test func `a handle on a part ends the process`() async {
        await #expect(processExitsWith: .failure) {
            _ = SwiftTestScreen {
                TapGesture().handle(GestureHandle()).sequenced(before: DragGesture())
            }
        }
    }

    @Test func `a handle that no gesture has ends the process`() async {
        await #expect(processExitsWith: .failure) {
            _ = SwiftTestScreen { DragGesture().waiting(for: GestureHandle()) }
        }
    }

    @Test func `two gestures with one handle end the process`() async {
        await #expect(processExitsWith: .failure) {
            let one = GestureHandle()
            _ = SwiftTestScreen {
                DragGesture().handle(one)
                TapGesture().handle(one)
            }
        }
    }
}
