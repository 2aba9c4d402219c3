import GestureSettings
import GestureWire

extension GestureLineEncoder {
    /// An encoder that tells what the configuration lets it tell.
    init(_ configuration: DaemonConfiguration) {
        self.init(
            configuration: configuration.gestures,
            includesPositions: configuration.privacy.positions)
    }
}
