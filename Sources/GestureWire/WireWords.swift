internal import TouchCore

// The words of the wire as whole members, so that a line takes one copy for each. A test holds them
// to the enums' raw values.

extension GesturePhase {
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

extension CancellationReason {
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

extension SwipeDirection {
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

extension SurfaceEdge {
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

extension ForceSource {
    /// `,"force_source":"…"`
    var wireMember: StaticString {
        switch self {
        case .pressure: #","force_source":"pressure""#
        case .area: #","force_source":"area""#
        }
    }
}
