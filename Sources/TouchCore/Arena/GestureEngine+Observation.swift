extension GestureEngine {
    /// Notes which long presses are possible, and which are no more.
    mutating func notePressing(into events: inout GestureEventBuffer) {
        let moment = self.moment
        for place in 0..<zones.awake.count {
            let index = zones.awake[place]
            zones.arenas[index].notePressing(moment, fingers: fingers, into: &events)
        }
    }

    /// The custom recognisers of an arena, by node.
    func customLanes(ofArena index: Int) -> [Int: AnyCustomLane] {
        zones.arenas[index].customLanes
    }
}
