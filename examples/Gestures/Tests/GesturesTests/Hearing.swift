@testable import Gestures

extension Example {
    /// What it says of touches; without any, of its own.
    func heard(_ touches: String? = nil) throws -> [String] {
        let player = TouchPlayer(self)
        try player.play(touches ?? Self.touches)
        return player.heard
    }

    /// Plays touches up to their last line, with the fingers as they are then.
    func player(after touches: String) throws -> TouchPlayer {
        let player = TouchPlayer(self)
        try player.play(touches, rest: .zero)
        return player
    }
}
