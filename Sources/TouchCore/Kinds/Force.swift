/// When fingers tell their force, for drawing.
public struct ForceThresholds: Sendable, Hashable {
    /// How many fingers.
    public var fingers: ClosedRange<Int> = 1...1

    /// The defaults: what holds without a configuration.
    public init() {}
}

extension ForceThresholds: GestureThresholds {
    package static var kind: GestureKind { .force }
    package static var summary: String { "How hard a finger presses, frame by frame: for drawing" }
    package static var traits: KindTraits { .force }
    package static var fields: GestureFields { [] }
    package var definition: GestureDefinition { .force(self) }

    package static var table: [Threshold<Self>] {
        [
            .fingers(\.fingers)
        ]
    }
}

extension GestureValues {
    /// Has no values of its own.
    public static var force: GestureValues { GestureValues(.force) }
}
