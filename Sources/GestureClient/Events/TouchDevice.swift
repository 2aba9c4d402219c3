/// A touchscreen that the daemon reads.
public struct TouchDevice: Sendable, Hashable {
    /// The value of `device` in gestures.
    public let id: Int
    /// The device's name; may be any text.
    public let name: String
    /// Its node; `nil` for a recording.
    public let path: String?
    /// The bus type.
    public let bus: Int
    /// The vendor id.
    public let vendor: Int
    /// The product id.
    public let product: Int
    /// Of the surface after rotation, in millimetres.
    public let width: Double
    /// Of the surface after rotation, in millimetres.
    public let height: Double
    /// Where the size comes from: `kernel`, `configured` or `assumed`; assumed lengths are guesses.
    public let size: String
    /// How many contacts it can track.
    public let slots: Int
    /// `pressure`, `area`, or `none` until it has reported force.
    public let force: String
    /// The display output it belongs to, if configured.
    public let output: String?
    /// `open`, or `error` if it cannot be read.
    public let state: String
    /// The error, for people.
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
