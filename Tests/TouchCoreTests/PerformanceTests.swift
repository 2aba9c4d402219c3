import Testing

@testable import TouchCore

/// Whether each gesture is recognised when it is performed.
struct PerformanceTests {
    private static func isRecognised(
        _ definition: GestureDefinition, _ performance: Performance
    ) -> Bool {
        let zone = ZoneConfiguration(name: "screen", gestures: [ConfiguredGesture(definition)])
        return PerformanceRun(performance, by: zone, force: definition.needsForce)
            .events.contains { $0.phase == .ended }
    }

    @Test(arguments: GestureKind.allCases.filter { !$0.isComposition })
    func `every performance of a kind is recognised`(kind: GestureKind) throws {
        let definition = try #require(kind.thresholds).init().definition
        let performances = definition.performances()
        #expect(!performances.isEmpty)
        for performance in performances {
            #expect(Self.isRecognised(definition, performance), "\(performance)")
        }
    }

    @Test(arguments: SurfaceEdge.allCases)
    func `strokes from a side are recognised by gestures of this edge`(edge: SurfaceEdge) {
        var (swipe, drag) = (SwipeThresholds(), DragThresholds())
        swipe.edges = [edge]
        drag.edges = [edge]
        drag.fingers = 2...2
        for definition in [swipe.definition, drag.definition] {
            let performances = definition.performances()
            #expect(performances.count > 1)
            for performance in performances {
                #expect(Self.isRecognised(definition, performance), "\(performance)")
            }
        }
    }

    @Test func `strict thresholds are met`() {
        var (tap, press, swipe) = (TapThresholds(), LongPressThresholds(), SwipeThresholds())
        tap.count = 4...4
        tap.minimumDuration = .milliseconds(200)
        tap.maximumDuration = .milliseconds(260)
        tap.maximumSeparation = 25
        press.minimumDuration = .seconds(20)
        swipe.minimumDistance = 120
        swipe.minimumSpeed = 900
        var (magnify, rotate) = (MagnifyThresholds(), RotateThresholds())
        var deep = DeepPressThresholds()
        magnify.minimumScale = 0.6
        magnify.minimumRadius = 25
        rotate.minimumRotation = 90
        deep.threshold = 0.95
        for definition in [
            tap.definition, press.definition, swipe.definition, magnify.definition,
            rotate.definition, deep.definition,
        ] {
            for performance in definition.performances() {
                #expect(Self.isRecognised(definition, performance), "\(performance)")
            }
        }
    }

    @Test func `compositions are performed as their parts are`() {
        func part(
            _ thresholds: some GestureThresholds, in place: ZoneRect? = nil
        ) -> ConfiguredGesture {
            ConfiguredGesture(thresholds.definition, place: place)
        }
        let corner = ZoneRect(
            x: .share(0.9), y: .share(0.9), width: .share(0.1), height: .share(0.1))
        let middle = ZoneRect(
            x: .share(0.4), y: .share(0.4), width: .share(0.2), height: .share(0.2))
        let lists: [GestureComposition] = [
            GestureComposition(.sequence, [part(TapThresholds()), part(LongPressThresholds())]),
            GestureComposition(.sequence, [part(LongPressThresholds()), part(DragThresholds())]),
            GestureComposition(.sequence, [part(TapThresholds()), part(SwipeThresholds())]),
            GestureComposition(
                .sequence, [part(TapThresholds(), in: corner), part(TapThresholds(), in: middle)]),
            GestureComposition(.exclusive, [part(SwipeThresholds()), part(TapThresholds())]),
            GestureComposition(
                .simultaneous, [part(MagnifyThresholds()), part(RotateThresholds())]),
        ]
        for composition in lists {
            let definition = GestureDefinition.composition(composition)
            let performances = definition.performances()
            let recognised = performances.count { Self.isRecognised(definition, $0) }
            #expect(recognised > 0, "\(composition)")
        }
    }
}
