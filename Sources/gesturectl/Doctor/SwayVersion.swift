import GestureWire
import LinuxIO
import SystemPackage

/// A version of sway.
struct SwayVersion: Hashable {
    var major: Int64
    var minor: Int64

    init(major: Int64, minor: Int64) {
        self.major = major
        self.minor = minor
    }

    /// Asks the sway whose socket is at `path` (sway-ipc(7)); `nil` if none answers.
    init?(askingAt path: String) {
        // The request GET_VERSION has no payload.
        let request = Array("i3-ipc".utf8) + [0, 0, 0, 0, 7, 0, 0, 0]
        let reply = try? SessionDoor.exchange(request, path) { Self.payload(of: $0) != nil }
        guard let payload = reply.flatMap(Self.payload) else { return nil }
        self.init(payload)
    }

    /// Parses the reply to GET_VERSION.
    init?(_ payload: ArraySlice<UInt8>) {
        let value = JSONValue(text: payload)
        guard let major = value?["major"]?.integer, let minor = value?["minor"]?.integer else {
            return nil
        }
        self.init(major: major, minor: minor)
    }

    /// The payload of a message, after its magic, length and type; `nil` if it is not whole.
    private static func payload(of message: [UInt8]) -> ArraySlice<UInt8>? {
        guard message.count >= 14 else { return nil }
        let length = message[6..<10].reversed().reduce(0) { $0 << 8 | Int($1) }
        return message.count >= 14 + length ? message[14..<(14 + length)] : nil
    }

    /// Whether sway delivers fingers to one surface at a time, so that a finger on a strip of
    /// gestured-session stops the touches of the window below.
    var deliversToOneSurface: Bool { (major, minor) >= (1, 9) }
}
