/// A gesture as the engine takes it, and who hears of it.
///
/// Made by the gestures of this library; one of your own has it from its `body`.
public struct CompiledGesture<Value> {
    /// What the engine recognises: the same as a configuration file would give.
    var gesture: ConfiguredGesture
    /// Makes who hears of it, for the node at a place of the list.
    let makeHandler: (_ node: Int, GestureReport) -> GestureHandler<Value>

    init(
        _ gesture: ConfiguredGesture,
        makeHandler: @escaping (_ node: Int, GestureReport) -> GestureHandler<Value>
    ) {
        self.gesture = gesture
        self.makeHandler = makeHandler
    }

    /// A gesture that is no composition.
    ///
    /// - Parameter value: what it says, from what the engine says.
    init(
        _ definition: GestureDefinition,
        value: @escaping (NodeReading, GestureReport) -> Value
    ) {
        self.init(ConfiguredGesture(definition)) { node, report in
            LeafHandler(node: node, report: report, value: value)
        }
    }

    /// How many nodes it takes.
    var nodeCount: Int { ZoneConfiguration.nodeCount(of: [gesture]) }

    /// The same, heard by another.
    func heard<Other>(
        by handler: @escaping (GestureHandler<Value>) -> GestureHandler<Other>
    ) -> CompiledGesture<Other> {
        CompiledGesture<Other>(gesture) { node, report in handler(makeHandler(node, report)) }
    }
}
