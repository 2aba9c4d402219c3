/// The context of a change of state. It is passed to the program, because this library draws
/// nothing.
public struct Transaction: Sendable {
    /// How the program may animate the change; `nil` if not at all.
    public var animation: Animation?
    /// Whether the program skips its animations.
    public var disablesAnimations = false
    /// Whether the change is one of many consecutive ones.
    public var isContinuous = false

    /// A transaction without an animation.
    public init() {}

    /// A transaction with an animation.
    public init(animation: Animation?) {
        self.animation = animation
    }
}

/// How a program may animate a change, for its toolkit. This library only passes it on.
public struct Animation: Sendable, Hashable {
    /// The course of the movement in time.
    public enum Curve: Sendable, Hashable {
        /// The default of the platform.
        case standard
        /// At one speed.
        case linear
        /// Slow at the start.
        case easeIn
        /// Slow at the end.
        case easeOut
        /// Slow at the start and the end.
        case easeInOut
        /// A spring: the response in seconds, and how much it is damped.
        case spring(response: Double, dampingFraction: Double)
    }

    /// The course of the movement in time.
    public var curve: Curve
    /// Its duration, in seconds.
    public var duration: TimeInterval
    /// The delay before it, in seconds.
    public var delay: TimeInterval = 0

    private init(_ curve: Curve, _ duration: TimeInterval) {
        self.curve = curve
        self.duration = duration
    }

    /// The default of the platform.
    public static let `default` = Animation(.standard, 0.35)
    /// At one speed.
    public static let linear = Animation(.linear, 0.35)
    /// Slow at the start.
    public static let easeIn = Animation(.easeIn, 0.35)
    /// Slow at the end.
    public static let easeOut = Animation(.easeOut, 0.35)
    /// Slow at the start and the end.
    public static let easeInOut = Animation(.easeInOut, 0.35)
    /// Like a spring.
    public static let spring = Animation.spring()

    /// At one speed, for the given number of seconds.
    public static func linear(duration: TimeInterval) -> Animation { Animation(.linear, duration) }

    /// Slow at the start, for the given number of seconds.
    public static func easeIn(duration: TimeInterval) -> Animation { Animation(.easeIn, duration) }

    /// Slow at the end, for the given number of seconds.
    public static func easeOut(duration: TimeInterval) -> Animation {
        Animation(.easeOut, duration)
    }

    /// Slow at the start and the end, for the given number of seconds.
    public static func easeInOut(duration: TimeInterval) -> Animation {
        Animation(.easeInOut, duration)
    }

    /// Like a spring.
    public static func spring(
        response: Double = 0.5, dampingFraction: Double = 0.825, blendDuration: TimeInterval = 0
    ) -> Animation {
        Animation(.spring(response: response, dampingFraction: dampingFraction), response)
    }

    /// The animation, delayed by the given number of seconds.
    public func delay(_ delay: TimeInterval) -> Animation {
        var later = self
        later.delay = delay
        return later
    }
}
