extension GestureEngine {
    /// Notes which long presses are possible, and which are no more.
    mutating func notePressing(into events: inout GestureEventBuffer) {
        let moment = self.moment
        var next = zones.nextAwake(from: 0)
        while let index = next {
            zones.arenas[index].notePressing(moment, fingers: fingers, into: &events)
            next = zones.nextAwake(from: index + 1)
        }
    }

    /// The custom recognisers of an arena, by node.
    func customLanes(ofArena index: Int) -> [Int: AnyCustomLane] {
        zones.arenas[index].customLanes
    }
}
