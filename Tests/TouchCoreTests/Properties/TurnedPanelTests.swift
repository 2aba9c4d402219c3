import Testing
import TouchCore
import TouchTestSupport

@Suite struct TurnedPanelTests {
    @Test(arguments: 0..<20)
    func `a turned panel turns its gestures and changes nothing else`(block: UInt64) {
        for seed in (block * 10)..<(block * 10 + 10) {
            var random = RandomConfiguration(seed: seed)
            Property.check(seed: seed, random.configuration(), Property.frames(seed: seed)) {
                var configuration = $0
                let plain = Property.glass(configuration)
                plain.play($1)
                var expected = Told.all(on: plain)
                var height = plain.surface.height
                for quarter in 1...3 {
                    configuration = Turning.turned(configuration, height: height)
                    expected = expected.map { Turning.turned($0, height: height) }
                    let glass = Property.glass(configuration, quarterTurns: quarter)
                    height = glass.surface.height
                    glass.play($1)
                    let told = Told.all(on: glass)
                    if let difference = Told.difference(expected, told, areSame: areNear) {
                        return "\(quarter): \(difference)"
                    }
                }
                return nil
            }
        }
    }

    /// The same but for what arithmetic loses on the way.
    private func areNear(_ one: Told, _ other: Told) -> Bool {
        guard one.event.position.isNear(other.event.position),
            one.event.unitPosition.isNear(other.event.unitPosition),
            let values = one.event.values.near(other.event.values),
            one.parts.map(\.node) == other.parts.map(\.node),
            zip(one.parts, other.parts).allSatisfy({ $0.values.near($1.values) != nil })
        else { return false }
        var event = one.event
        event.position = other.event.position
        event.unitPosition = other.event.unitPosition
        event.values = values
        return event == other.event
    }
}

extension GestureValues {
    /// The other, where it says the same but for what arithmetic loses on the way.
    fileprivate func near(_ other: GestureValues) -> GestureValues? {
        let isSame =
            switch (self, other) {
            case (.drag(_, _, _, let edge), .drag(_, _, _, let otherEdge)):
                edge == otherEdge && areNumbersNear(other)
            case (.swipe(_, _, let way, let edge), .swipe(_, _, let otherWay, let otherEdge)):
                way == otherWay && edge == otherEdge && areNumbersNear(other)
            case (.magnify(let way, let scale, let velocity), .magnify(let a, let b, let c)),
                (.rotate(let way, let scale, let velocity), .rotate(let a, let b, let c)):
                // A velocity against the change is 0; a change that is but rounding has no sign.
                way.isNear(a) && scale.isNear(b)
                    && (velocity.isNear(c) || velocity == 0 || c == 0)
            case (.deepPress, .deepPress): areNumbersNear(other)
            default: self == other
            }
        return isSame ? other : nil
    }

    private func areNumbersNear(_ other: GestureValues) -> Bool {
        numbers.count == other.numbers.count
            && zip(numbers, other.numbers).allSatisfy { $0.isNear($1) }
    }
}
