@testable import Gestures

extension Example {
    /// The output of the example for these touches, by default its own.
    func output(_ touches: String? = nil) throws -> [String] {
        let player = try TouchPlayer(self)
        try player.play(touches ?? Self.touches)
        return player.output
    }

    /// A player that has played touches up to their last line: fingers may still be down.
    func player(after touches: String) throws -> TouchPlayer {
        let player = try TouchPlayer(self)
        try player.play(touches, pause: .zero)
        return player
    }
}
