internal import TouchCore

// The keywords of the wire as complete members, so that a line copies each at once. A test compares
// them with the enums' raw values.

/// A keyword of a fixed set that is the value of a member.
protocol WireKeyword: CaseIterable {
    /// The complete member, with its name.
    var wireMember: StaticString { get }
}

extension WireKeyword {
    /// The length of the longest member, in bytes.
    static var longest: Int { allCases.map(\.wireMember.utf8CodeUnitCount).max() ?? 0 }
}

/// Whether a press was lifted inside its zone.
enum InsideKeyword: WireKeyword {
    case inside, outside

    init(_ isInside: Bool) {
        self = isInside ? .inside : .outside
    }

    /// `,"inside":…`
    var wireMember: StaticString {
        switch self {
        case .inside: #","inside":true"#
        case .outside: #","inside":false"#
        }
    }
}

extension GesturePhase: WireKeyword {
    /// `,"phase":"…"`
    var wireMember: StaticString {
        switch self {
        case .began: #","phase":"began""#
        case .changed: #","phase":"changed""#
        case .ended: #","phase":"ended""#
        case .cancelled: #","phase":"cancelled""#
        }
    }
}

extension CancellationReason: WireKeyword {
    /// `,"reason":"…"`
    var wireMember: StaticString {
        switch self {
        case .fingerAdded: #","reason":"finger_added""#
        case .lost: #","reason":"lost""#
        case .tooFar: #","reason":"too_far""#
        case .palm: #","reason":"palm""#
        case .stuck: #","reason":"stuck""#
        case .failed: #","reason":"failed""#
        case .deviceRemoved: #","reason":"device_removed""#
        case .resynchronised: #","reason":"resynchronised""#
        case .reloaded: #","reason":"reloaded""#
        case .overflow: #","reason":"overflow""#
        case .shutdown: #","reason":"shutdown""#
        }
    }
}

extension SwipeDirection: WireKeyword {
    /// `,"direction":"…"`
    var wireMember: StaticString {
        switch self {
        case .left: #","direction":"left""#
        case .right: #","direction":"right""#
        case .up: #","direction":"up""#
        case .down: #","direction":"down""#
        case .upLeft: #","direction":"up_left""#
        case .upRight: #","direction":"up_right""#
        case .downLeft: #","direction":"down_left""#
        case .downRight: #","direction":"down_right""#
        }
    }
}

/// The direction of the second part of a swipe.
enum SecondDirectionKeyword: WireKeyword {
    case left, right, up, down

    /// `nil` for a diagonal direction, which no part of a swipe has.
    init?(_ direction: SwipeDirection) {
        switch direction {
        case .left: self = .left
        case .right: self = .right
        case .up: self = .up
        case .down: self = .down
        case .upLeft, .upRight, .downLeft, .downRight: return nil
        }
    }

    /// `,"second_direction":"…"`
    var wireMember: StaticString {
        switch self {
        case .left: #","second_direction":"left""#
        case .right: #","second_direction":"right""#
        case .up: #","second_direction":"up""#
        case .down: #","second_direction":"down""#
        }
    }
}

extension SurfaceEdge: WireKeyword {
    /// `,"edge":"…"`
    var wireMember: StaticString {
        switch self {
        case .left: #","edge":"left""#
        case .right: #","edge":"right""#
        case .top: #","edge":"top""#
        case .bottom: #","edge":"bottom""#
        }
    }
}

extension ForceSource: WireKeyword {
    /// `,"force_source":"…"`
    var wireMember: StaticString {
        switch self {
        case .pressure: #","force_source":"pressure""#
        case .area: #","force_source":"area""#
        }
    }
}

/// One of eight directions on the glass in words, for users: `up`, `down left`.
public struct CompassWords: Sendable, Hashable {
    /// The direction in words.
    public let text: String

    /// `nil` without movement.
    ///
    /// - Parameters:
    ///   - x: to the right, in any unit.
    ///   - y: down, in the same.
    public init?(x: Double, y: Double) {
        // tan 22.5°: from this ratio of the components on, the direction is diagonal.
        let ratio = 0.4142
        let horizontal = x.magnitude > y.magnitude * ratio ? (x < 0 ? "left" : "right") : nil
        let vertical = y.magnitude > x.magnitude * ratio ? (y < 0 ? "up" : "down") : nil
        let parts = [vertical, horizontal].compactMap(\.self)
        guard !parts.isEmpty else { return nil }
        text = parts.joined(separator: " ")
    }
}
