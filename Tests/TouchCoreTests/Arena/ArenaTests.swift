import Testing
import TouchCore
import TouchTestSupport

/// The gesture that wins, the time at which it wins, and the order in which events are emitted.
@Suite struct ArenaTests {
    private func screen(_ gestures: ConfiguredGesture...) -> TestScreen {
        TestScreen(configuration: .init(gestures: gestures))
    }

    @Test(arguments: [[0, 1], [1, 0]])
    func `the gesture that begins first makes its rivals fail, in any order of the list`(
        order: [Int]
    ) {
        let rivals = [ConfiguredGesture(.longPress(.init())), ConfiguredGesture(.drag(.init()))]
        let screen = TestScreen(configuration: .init(gestures: order.map { rivals[$0] }))
        screen.frame(0, .down(0, 100, 60))
        screen.frame(600, .move(0, 110, 60))
        screen.frame(700, .up(0))
        screen.frame(2_000, .down(0, 100, 60))
        screen.frame(2_100, .move(0, 110, 60))
        screen.wait(until: 3_000)
        screen.frame(3_100, .up(0))
        #expect(
            screen.transitions == [
                "500 long_press began", "700 long_press ended", "2100 drag began",
                "3100 drag ended",
            ])
    }

    @Test(arguments: [("first", "second"), ("second", "first")])
    func `two gestures are simultaneous if either names the other`(owner: String, friend: String) {
        let gestures = ["first", "second"].map { name in
            ConfiguredGesture(
                .drag(.init()), name: name, simultaneous: name == owner ? [friend] : [])
        }
        let screen = TestScreen(configuration: .init(gestures: gestures))
        screen.frame(0, .down(0, 100, 60))
        screen.frame(20, .move(0, 110, 60))
        #expect(screen.transcript == ["20 first began", "20 second began"])
    }

    @Test func `if two gestures begin in one frame, the first of the list wins`() {
        let screen = screen(
            ConfiguredGesture(.drag(.init()), name: "first"),
            ConfiguredGesture(.drag(.init()), name: "second"))
        screen.frame(0, .down(0, 100, 60))
        screen.frame(20, .move(0, 110, 60))
        screen.frame(40, .up(0))
        #expect(screen.transcript == ["20 first began", "40 first ended"])
    }

    @Test func `a gesture that lost may begin in the next round`() {
        var two = DragThresholds()
        two.fingers = 2...2
        let screen = screen(
            ConfiguredGesture(.drag(two), name: "pan"),
            ConfiguredGesture(.drag(.init()), name: "move"))
        screen.frame(0, .down(0, 100, 60), .down(1, 130, 60))
        screen.frame(20, .move(0, 110, 60), .move(1, 140, 60))
        screen.frame(100, .up(1))
        screen.frame(300, .move(0, 120, 60))
        #expect(
            screen.transcript == [
                "20 pan began 2 fingers", "100 pan ended 2 fingers", "300 move began",
            ])
    }

    @Test func `nothing begins in a frame in which a finger lifts or lands`() {
        let screen = TestScreen()
        screen.frame(0, .down(0, 100, 60), .down(1, 130, 60))
        screen.frame(200, .move(0, 100, 80), .move(1, 130, 80), .down(2, 160, 60))
        screen.frame(210, .move(0, 100, 84), .move(1, 130, 84), .moveAndUp(2, 160, 90))
        #expect(screen.transcript.isEmpty)
    }

    @Test func `a gesture that ended does not begin again in its round`() {
        let screen = TestScreen()
        screen.frame(0, .down(0, 150, 60), .down(1, 180, 60))
        screen.frame(600, .move(0, 150, 70), .move(1, 180, 70))
        screen.frame(700, .up(1))
        screen.frame(900, .move(0, 150, 80))
        screen.frame(910, .move(0, 150, 90))
        screen.frame(1_000, .down(1, 200, 60))
        screen.frame(1_300, .move(0, 150, 100), .move(1, 200, 70))
        screen.frame(1_400, .up(0), .up(1))
        #expect(
            screen.transitions == [
                "500 long_press began 2 fingers", "600 drag began 2 fingers",
                "700 long_press ended 2 fingers", "700 drag ended 2 fingers", "900 drag began",
                "1000 drag cancelled finger_added", "1300 drag began 2 fingers",
                "1400 drag ended 2 fingers",
            ])
    }

    @Test func `a frame emits movements, lifts, then landings, each in the order of the list`() {
        let screen = TestScreen()
        screen.frame(0, .down(0, 150, 60), .down(1, 190, 60))
        screen.wait(until: 500)
        screen.frame(510, .move(0, 130, 70), .move(1, 190, 90))
        screen.frame(520, .move(0, 120, 70), .moveAndUp(1, 200, 100), .down(2, 300, 100))
        #expect(
            screen.transcript == [
                "500 long_press began 2 fingers", "510 long_press changed 2 fingers",
                "510 drag began 2 fingers", "510 magnify began 2 fingers",
                "510 rotate began 2 fingers", "520 long_press changed 2 fingers",
                "520 drag changed 2 fingers", "520 magnify changed 2 fingers",
                "520 rotate changed 2 fingers", "520 long_press ended 2 fingers",
                "520 drag ended 2 fingers", "520 magnify ended 2 fingers",
                "520 rotate ended 2 fingers",
            ])
    }

    @Test func `changed is emitted only in frames that change the position`() {
        let screen = TestScreen(settings: .init())
        screen.frame(0, .down(0, 100, 60))
        screen.frame(10, .move(0, 110, 60))
        screen.frame(20, .move(0, 110, 60))
        screen.frame(30, .move(0, 109.5, 60))
        screen.frame(40, .move(0, 112, 60))
        screen.frame(50, .palmUp(5))
        screen.frame(60, .up(0))
        #expect(
            screen.transcript.prefix(3) == ["10 drag began", "40 drag changed", "60 drag ended"])
    }
}
