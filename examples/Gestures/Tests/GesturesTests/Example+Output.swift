@testable import Gestures

extension Example {
    /// The output for these touches; by default for its own.
    func output(_ touches: String? = nil) throws -> [String] {
        let player = try TouchPlayer(self)
        try player.play(touches ?? Self.touches)
        return player.output
    }

    /// Plays touches up to their last line, with the fingers as they are then.
    func player(after touches: String) throws -> TouchPlayer {
        let player = try TouchPlayer(self)
        try player.play(touches, rest: .zero)
        return player
    }
}
