/// What goes with a change of state; handed on to the program, as nothing is drawn here.
public struct Transaction: Sendable {
    /// How the program may animate the change; `nil`: not at all.
    public var animation: Animation?
    /// Whether animations of the program are skipped.
    public var disablesAnimations = false
    /// Whether the change is one of many that come one after another.
    public var isContinuous = false

    /// A transaction without an animation.
    public init() {}

    /// A transaction with an animation.
    public init(animation: Animation?) {
        self.animation = animation
    }
}

/// How a program may animate a change: a word for its toolkit, which this library only hands on.
public struct Animation: Sendable, Hashable {
    /// The shape of the movement in time.
    public enum Curve: Sendable, Hashable {
        /// As the platform does it.
        case standard
        /// At one speed.
        case linear
        /// Slowly at first.
        case easeIn
        /// Slowly at last.
        case easeOut
        /// Slowly at first and at last.
        case easeInOut
        /// A spring: the response in seconds, and how much it is damped.
        case spring(response: Double, dampingFraction: Double)
    }

    /// The shape of the movement in time.
    public var curve: Curve
    /// How long it takes, in seconds.
    public var duration: TimeInterval
    /// How long it waits, in seconds.
    public var delay: TimeInterval = 0

    private init(_ curve: Curve, _ duration: TimeInterval) {
        self.curve = curve
        self.duration = duration
    }

    /// As the platform does it.
    public static let `default` = Animation(.standard, 0.35)
    /// At one speed.
    public static let linear = Animation(.linear, 0.35)
    /// Slowly at first.
    public static let easeIn = Animation(.easeIn, 0.35)
    /// Slowly at last.
    public static let easeOut = Animation(.easeOut, 0.35)
    /// Slowly at first and at last.
    public static let easeInOut = Animation(.easeInOut, 0.35)
    /// As a spring goes.
    public static let spring = Animation.spring()

    /// At one speed, for so many seconds.
    public static func linear(duration: TimeInterval) -> Animation { Animation(.linear, duration) }

    /// Slowly at first, for so many seconds.
    public static func easeIn(duration: TimeInterval) -> Animation { Animation(.easeIn, duration) }

    /// Slowly at last, for so many seconds.
    public static func easeOut(duration: TimeInterval) -> Animation {
        Animation(.easeOut, duration)
    }

    /// Slowly at first and at last, for so many seconds.
    public static func easeInOut(duration: TimeInterval) -> Animation {
        Animation(.easeInOut, duration)
    }

    /// As a spring goes.
    public static func spring(
        response: Double = 0.5, dampingFraction: Double = 0.825, blendDuration: TimeInterval = 0
    ) -> Animation {
        Animation(.spring(response: response, dampingFraction: dampingFraction), response)
    }

    /// The same after so many seconds.
    public func delay(_ delay: TimeInterval) -> Animation {
        var later = self
        later.delay = delay
        return later
    }
}
