import Testing
import TouchCore
import TouchTestSupport

/// A touch of less than 100 ms, recognised at the lift.
private struct Knock: CustomRecognizer {
    var fingers: ClosedRange<Int> { 1...2 }

    mutating func recognize(
        _ moment: RecognizerMoment, fingers: Span<RecognizerFinger>
    ) -> Recognition<Point> {
        guard moment.cause == .lifted else { return .possible }
        guard fingers.count == 1 || fingers[0].isLifting && fingers[1].isLifting else {
            return .possible
        }
        return moment.durationUs < 100_000 ? .ended(fingers[0].landing) : .failed
    }
}

/// Counts tenths of a second by its deadlines.
private struct Ticker: CustomRecognizer {
    private(set) var nextDeadline: Timestamp?
    private var ticks = 0

    mutating func start() {
        ticks = 0
        nextDeadline = nil
    }

    mutating func recognize(
        _ moment: RecognizerMoment, fingers: Span<RecognizerFinger>
    ) -> Recognition<Int> {
        switch moment.cause {
        case .landed: break
        case .deadline: ticks += 1
        case .moved, .lifted: return .possible
        }
        nextDeadline = moment.time.advanced(byMicroseconds: 100_000)
        return ticks == 0 ? .possible : .changed(ticks)
    }
}

/// Begins at its deadline, 100 ms after the first landing.
private struct Alarm: CustomRecognizer {
    private(set) var nextDeadline: Timestamp?

    mutating func recognize(
        _ moment: RecognizerMoment, fingers: Span<RecognizerFinger>
    ) -> Recognition<Int64> {
        nextDeadline = moment.firstLanding.advanced(byMicroseconds: 100_000)
        return moment.cause == .deadline ? .changed(moment.durationUs) : .possible
    }
}

/// A movement to the right by 2 mm or more: continuous, and measured from the landing.
private struct Pull: CustomRecognizer {
    mutating func recognize(
        _ moment: RecognizerMoment, fingers: Span<RecognizerFinger>
    ) -> Recognition<Double> {
        let distance = fingers[0].position.x - fingers[0].landing.x
        return distance >= 2 ? .changed(distance) : .possible
    }
}

/// Custom recognisers in an arena with other gestures.
@Suite struct CustomRecognizerTests {
    private let log = CallbackLog()

    @Test func `is recognised at the lift, like a tap`() {
        let screen = SwiftTestScreen { CustomGesture(Knock()).onEnded { log("\($0.x)") } }
        screen.frame(0, .down(0, 50, 50))
        screen.frame(50, .up(0))
        #expect(log.drain() == ["50.0"])
        #expect(screen.events.map(\.phase) == [.ended])
        screen.frame(1_000, .down(0, 60, 50))
        screen.frame(1_200, .up(0))
        #expect(log.drain() == [])
    }

    @Test func `ignores another number of fingers`() {
        let screen = SwiftTestScreen { CustomGesture(Knock()).onEnded { log("\($0.x)") } }
        screen.frame(0, .down(0, 50, 50), .down(1, 60, 50), .down(2, 70, 50))
        screen.frame(50, .up(0), .up(1), .up(2))
        #expect(log.drain() == [])
        screen.frame(1_000, .down(0, 50, 50), .down(1, 60, 50))
        screen.frame(1_050, .up(0), .up(1))
        #expect(log.drain() == ["50.0"])
    }

    @Test func `is called at its deadlines`() {
        let screen = SwiftTestScreen {
            CustomGesture(Ticker()).onChanged { log("\($0)") }.onEnded { log("end \($0)") }
        }
        screen.frame(0, .down(0, 50, 50))
        #expect(screen.surface.nextDeadline == Timestamp(microseconds: 100_000))
        screen.wait(until: 350)
        #expect(log.drain() == ["1", "2", "3"])
        screen.frame(360, .up(0))
        #expect(log.drain() == ["end 3"])
        #expect(screen.surface.nextDeadline == nil)
    }

    @Test func `is not called at the deadlines of others`() {
        let screen = SwiftTestScreen {
            CustomGesture(Alarm()).alongside("long_press").onChanged { log("\($0)") }
            SurfaceLongPressGesture().onEnded { _ in log("press") }
        }
        screen.frame(0, .down(0, 50, 50))
        screen.wait(until: 900)
        screen.frame(1_000, .up(0))
        #expect(log.drain() == ["100000", "press"])
    }

    @Test func `makes others lose, and loses to them`() {
        let early = SwiftTestScreen {
            SurfaceDragGesture().onEnded { _ in log("drag") }
            CustomGesture(Pull()).onEnded { _ in log("pull") }
        }
        early.stroke(from: (50, 50), to: (80, 50), ms: 0...300)
        #expect(log.drain() == ["pull"])
        let late = SwiftTestScreen {
            SurfaceDragGesture(minimumDistance: 1).onEnded { _ in log("drag") }
            CustomGesture(Pull()).onEnded { _ in log("pull") }
        }
        late.stroke(from: (50, 50), to: (80, 50), ms: 0...300)
        #expect(log.drain() == ["drag"])
    }

    @Test func `begins once the gesture for which it waits has failed`() {
        let screen = SwiftTestScreen {
            SurfaceLongPressGesture(maximumDistance: 6).onEnded { _ in log("press") }
            CustomGesture(Pull()).waiting(for: "long_press").onChanged { log("\($0)") }
        }
        screen.frame(0, .down(0, 50, 50))
        screen.frame(10, .move(0, 55, 50))
        #expect(log.drain() == [])
        screen.frame(20, .move(0, 57, 50))
        #expect(log.drain() == ["7.0"])
    }

    @Test func `is called at its deadlines if the gesture for which it waits cannot begin`() {
        let screen = SwiftTestScreen {
            SurfaceMagnifyGesture().onEnded { _ in log("magnify") }
            CustomGesture(Ticker()).waiting(for: "magnify").onChanged { log("\($0)") }
        }
        screen.frame(0, .down(0, 50, 50))
        screen.wait(until: 350)
        #expect(log.drain() == ["1", "2", "3"])
    }

    @Test func `is cancelled when a finger joins, and starts again`() {
        let screen = SwiftTestScreen { CustomGesture(Pull()).onChanged { log("\($0)") } }
        screen.frame(0, .down(0, 50, 50))
        screen.frame(10, .move(0, 55, 50))
        screen.frame(20, .down(1, 80, 50))
        #expect(screen.events.map(\.phase) == [.began, .cancelled, .began])
        #expect(screen.events[1].reason == .fingerAdded)
        #expect(log.drain() == ["5.0", "5.0"])
        screen.frame(30, .move(0, 56, 50), .move(1, 81, 50))
        #expect(log.drain() == ["6.0"])
    }

    @Test func `can be a part of a composition`() {
        let screen = SwiftTestScreen {
            CustomGesture(Knock())
                .sequenced(before: SurfaceDragGesture())
                .onEnded { value in
                    guard case .second(let knock, let drag?) = value else { return }
                    log("\(knock.x) \(drag.translation.x)")
                }
        }
        screen.frame(0, .down(0, 50, 50))
        screen.frame(50, .up(0))
        screen.stroke(from: (60, 50), to: (80, 50), ms: 200...400)
        #expect(log.drain() == ["50.0 20.0"])
    }
}

/// A part that follows its script: frame n of a touch has the step with index n.
struct ScriptedRecognizer: CustomRecognizer {
    /// The action in a frame.
    enum Step: Character, Sendable {
        case possible = "."
        case begins = "b"
        case ends = "e"
        case fails = "f"
    }

    let script: [Step]
    private var next = 0

    /// - Parameter script: a letter a frame: `.`, `b`, `e` or `f`.
    init(_ script: String) {
        self.script = script.compactMap(Step.init)
    }

    mutating func start() {
        next = 0
    }

    mutating func recognize(
        _ moment: RecognizerMoment, fingers: Span<RecognizerFinger>
    ) -> Recognition<Int> {
        guard next < script.count else { return .possible }
        next += 1
        return switch script[next - 1] {
        case .possible: .possible
        case .begins: .began(next)
        case .ends: .ended(next)
        case .fails: .failed
        }
    }
}
