/// What a server counts since it began to serve.
struct ServerTally {
    /// Frames of devices.
    var frames: UInt64 = 0
    /// Gestures that began, or were all at once.
    var gestures: UInt64 = 0
    /// Turns of the loop.
    var wakeups: UInt64 = 0
    /// How long frames took.
    var latency = LatencyCount()
    /// Whether somebody is there.
    var touches = TouchWatch()
}
