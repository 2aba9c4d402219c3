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
            kind == other.kind && fields == other.fields && words == other.words
            && measures.count == other.measures.count
            && zip(measures, other.measures).allSatisfy { $0.isNear($1) }
            && isChangeNear(scaleVelocity, other.scaleVelocity)
            && isChangeNear(rotationVelocity, other.rotationVelocity)
        return isSame ? other : nil
    }

    /// What no arithmetic comes near to.
    private var words: [String] {
        [direction?.rawValue, edge?.rawValue, count.map(String.init), ticks.map(String.init)]
            .compactMap(\.self)
    }

    /// A velocity against the change is 0; a change that is but rounding has no sign.
    private func isChangeNear(_ one: Double?, _ other: Double?) -> Bool {
        guard let one, let other else { return true }
        return one.isNear(other) || one == 0 || other == 0
    }
}
