/// A touchscreen that the daemon reads.
public struct TouchDevice: Sendable, Hashable {
    /// What gestures carry as `device`.
    public let id: Int
    /// What it calls itself; any text.
    public let name: String
    /// Its node; `nil` for a recording.
    public let path: String?
    /// The kernel's number of the bus.
    public let bus: Int
    /// The vendor's number.
    public let vendor: Int
    /// The product's number.
    public let product: Int
    /// Of the surface after rotation, in millimetres.
    public let width: Double
    /// Of the surface after rotation, in millimetres.
    public let height: Double
    /// Where the size comes from: `kernel`, `configured`, or `assumed`: then lengths are guesses.
    public let size: String
    /// How many fingers it can tell apart.
    public let slots: Int
    /// `pressure`, `area`, or `none` while it has shown none.
    public let force: String
    /// The output it belongs to, where one is configured.
    public let output: String?
    /// `open`, or `error` where it cannot be read.
    public let state: String
    /// What is wrong, for people.
    public let error: String?
}

extension TouchDevice {
    init(_ members: LineMembers) throws(LineError) {
        id = Int(clamping: try members.integer("id"))
        name = members.text("name") ?? ""
        path = members.text("path")
        bus = members.count("bus") ?? 0
        vendor = members.count("vendor") ?? 0
        product = members.count("product") ?? 0
        width = members.double("width_mm") ?? 0
        height = members.double("height_mm") ?? 0
        size = members.text("size") ?? ""
        slots = members.count("slots") ?? 0
        force = members.text("force") ?? "none"
        output = members.text("output")
        state = members.text("state") ?? ""
        error = members.text("error")
    }
}
