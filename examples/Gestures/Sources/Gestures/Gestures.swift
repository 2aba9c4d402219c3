/// Plays each example on its touches and prints its lines.
@main struct Gestures {
    static var examples: [any Example.Type] {
        [
            MeasuredSwipe.self, TimedPress.self, PlacedTap.self, TwoFingerTap.self,
            PressThenDrag.self, MagnifyAndRotate.self, ScrollButton.self, DeepPress.self,
            Drawing.self, Shove.self, Scrub.self,
        ]
    }

    static func main() throws {
        for example in examples { try show(example) }
    }

    private static func show(_ example: any Example.Type) throws {
        print("\(example): \(example.title)")
        let player = try TouchPlayer(example.init())
        try player.play(example.touches)
        for line in player.output { print("  \(line)") }
        print()
    }
}
