extension GestureUpdate {
    /// A kind of gesture.
    public struct Kind: WireWord {
        /// The word as it stands in lines.
        public let rawValue: String

        /// A word of the protocol, known here or not.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// A short, still touch.
        public static let tap = Kind(rawValue: "tap")
        /// A touch from its landing to its lift.
        public static let press = Kind(rawValue: "press")
        /// A touch that stays.
        public static let longPress = Kind(rawValue: "long_press")
        /// Fingers that move.
        public static let drag = Kind(rawValue: "drag")
        /// A fast stroke one way.
        public static let swipe = Kind(rawValue: "swipe")
        /// Fingers that move apart or together.
        public static let magnify = Kind(rawValue: "magnify")
        /// Fingers that turn.
        public static let rotate = Kind(rawValue: "rotate")
        /// A touch that presses hard.
        public static let deepPress = Kind(rawValue: "deep_press")
        /// How hard fingers press.
        public static let force = Kind(rawValue: "force")
        /// A composition whose parts go on together.
        public static let simultaneous = Kind(rawValue: "simultaneous")
        /// A composition whose parts come one after another.
        public static let sequence = Kind(rawValue: "sequence")
        /// A composition of which the first part that is recognised counts.
        public static let exclusive = Kind(rawValue: "exclusive")
    }

    /// A step in the life of a gesture.
    public struct Phase: WireWord {
        /// The word as it stands in lines.
        public let rawValue: String

        /// A word of the protocol, known here or not.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// The first step of what goes on.
        public static let began = Phase(rawValue: "began")
        /// It goes on.
        public static let changed = Phase(rawValue: "changed")
        /// It was done; the only step of a tap and of a swipe.
        public static let ended = Phase(rawValue: "ended")
        /// It is taken back.
        public static let cancelled = Phase(rawValue: "cancelled")
    }

    /// Why a gesture was cancelled.
    public struct Reason: WireWord {
        /// The word as it stands in lines.
        public let rawValue: String

        /// A word of the protocol, known here or not.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// Another finger joined.
        public static let fingerAdded = Reason(rawValue: "finger_added")
        /// Another gesture won the fingers.
        public static let lost = Reason(rawValue: "lost")
        /// A finger moved too far.
        public static let tooFar = Reason(rawValue: "too_far")
        /// A finger was a palm.
        public static let palm = Reason(rawValue: "palm")
        /// A part that a composition needs failed.
        public static let failed = Reason(rawValue: "failed")
        /// A contact cannot be a finger.
        public static let stuck = Reason(rawValue: "stuck")
        /// The touchscreen went away.
        public static let deviceRemoved = Reason(rawValue: "device_removed")
        /// The kernel lost events.
        public static let resynchronised = Reason(rawValue: "resynchronised")
        /// A new configuration took over, or a zone was removed.
        public static let reloaded = Reason(rawValue: "reloaded")
        /// This client read too slowly.
        public static let overflow = Reason(rawValue: "overflow")
        /// The daemon ended.
        public static let shutdown = Reason(rawValue: "shutdown")
        /// The connection broke while the gesture was alive. Said by this library, never by the
        /// daemon.
        public static let connectionLost = Reason(rawValue: "connection_lost")
    }
}
