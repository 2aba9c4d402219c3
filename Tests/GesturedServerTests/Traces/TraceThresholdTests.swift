import GestureSettings
import Testing
import TouchCore

@testable import GesturedServer

/// The thresholds on the pages of gestures, as traces with values just below, at and just above.
struct TraceThresholdTests {
    @Test(arguments: TraceThreshold.all)
    func `a threshold is at the value on the page`(threshold: TraceThreshold) throws {
        for value in threshold.met {
            #expect(try threshold.isMet(by: value), "\(value) meets it")
        }
        for value in threshold.missed {
            #expect(try !threshold.isMet(by: value), "\(value) does not meet it")
        }
    }

    /// A panel that is rotated clockwise rotates every direction on it by the same angle.
    @Test(arguments: [0, 90, 180, 270])
    func `a rotated panel rotates all eight directions`(rotation: Int) throws {
        let directions: [(SwipeDirection, x: Int, y: Int)] = [
            (.right, 4, 0), (.downRight, 3, 3), (.down, 0, 4), (.downLeft, -3, 3), (.left, -4, 0),
            (.upLeft, -3, -3), (.up, 0, -4), (.upRight, 3, -3),
        ]
        var swipe = SwipeThresholds()
        swipe.directions = Set(SwipeDirection.allCases)
        let gestures = GestureConfiguration(gestures: [ConfiguredGesture(.swipe(swipe))])
        for (index, direction) in directions.enumerated() {
            var trace = try TraceReader.read(
                """
                device 200x200mm rotation=\(rotation)
                0ms..90ms stroke 0 100,100 -> \(100 + direction.x * 10),\(100 + direction.y * 10)
                100ms up 0
                ---
                """, file: "")
            let rotated = directions[(index + rotation / 45) % 8].0
            trace.configuration.gestures = gestures
            #expect(
                try TraceRun.transcript(of: trace)
                    == ["100ms swipe#1 ended direction=\(rotated.rawValue)"])
        }
    }

    /// The noise is three tenths of the difference between the threshold and the force at which a
    /// press ends.
    @Test(arguments: 1...40)
    func `noise of force at the threshold makes one deep press`(seed: Int) throws {
        let trace = try TraceReader.read(
            """
            device 344x194mm pressure=0..1000 force_noise=0.03 seed=\(seed)
            changed none
            0ms down 0 100,60 force=0.3
            0ms..200ms hold 0 force=0.3
            200ms..1200ms hold 0 force=0.75
            1210ms up 0
            ---
            """, file: "")
        let lines = try TraceRun.transcript(of: trace).filter { $0.contains("deep_press") }
        #expect(lines.count == 2)
        #expect(lines.first?.contains("deep_press#1 began") == true)
        #expect(lines.last?.hasPrefix("1210ms deep_press#1 ended") == true)
    }

    /// A scroll of two fingers 18 mm apart, each with a noise of 0.3 mm.
    @Test(arguments: 1...40)
    func `a scroll of trembling fingers neither magnifies nor rotates`(seed: Int) throws {
        let trace = try TraceReader.read(
            """
            device 344x194mm noise=0.3mm seed=\(seed)
            changed none
            0ms..1s stroke 0 100,150 -> 100,90  stroke 1 118,152 -> 118,92
            1.01s up 0  up 1
            ---
            """, file: "")
        let lines = try TraceRun.transcript(of: trace)
        #expect(lines.count == 2)
        #expect(lines.first?.hasSuffix("drag#1 began fingers=2") == true)
        #expect(lines.last == "1010ms drag#1 ended")
    }
}
