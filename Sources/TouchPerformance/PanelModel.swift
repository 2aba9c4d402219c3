public import TouchCore

/// What a panel reports of the fingers on it, with its faults.
public struct PanelModel: Sendable {
    /// The name on the command line.
    public var name: String
    /// The surface, in mm.
    public var size: SurfaceSize
    /// Frames per second.
    public var rate = 120.0
    /// Units of the axes per millimetre.
    public var resolution = 31
    /// The distance of positions that it can report, in mm; 0 for a unit.
    public var grid = 0.0
    /// How many contacts it reports; one is reported by a panel that has no slots.
    public var slots = 10
    /// The age of what a frame reports, in s.
    public var lag = 0.0
    /// The standard deviation of each coordinate, in mm.
    public var noise = 0.07
    /// The share of frames that are lost.
    public var lost = 0.0
    /// The share of samples that lie elsewhere, and how far, in mm.
    public var spikes = 0.0
    public var spike: ClosedRange<Double> = 5...40
    /// The share of touches whose contact breaks, and for how long, in s.
    public var breaks = 0.0
    public var breakTime: ClosedRange<Double> = 0.02...0.06
    /// How often a second contact appears beside one, in Hz, for how long, in s, and how far, in mm.
    public var splits = 0.0
    public var splitTime: ClosedRange<Double> = 0.02...0.09
    public var split: ClosedRange<Double> = 5...12
    /// Contacts of one frame that no finger made, per second.
    public var ghosts = 0.0
    /// Whether it measures pressure.
    public var hasPressure = true

    public init(_ name: String, width: Double, height: Double) {
        self.name = name
        size = SurfaceSize(width: width, height: height)
    }

    /// A capacitive panel of 24 inches without a fault, at 120 Hz.
    public static let good = PanelModel("good", width: 528, height: 297)

    /// An infrared frame of 32 inches at 30 Hz: beams 3 mm apart, one frame late (assumed). It
    /// measures no pressure.
    public static let infrared: PanelModel = {
        var panel = PanelModel("ir-30hz", width: 698, height: 393)
        panel.rate = 30
        panel.grid = 0.5
        panel.lag = 0.033
        panel.noise = 0.3
        panel.hasPressure = false
        return panel
    }()

    /// The 7-inch display of a Raspberry Pi: 154.08 × 85.92 mm, positions in pixels of 800 × 480,
    /// ten contacts (data sheet of the display); 60 Hz and no pressure (assumed).
    public static let raspberryPi: PanelModel = {
        var panel = PanelModel("pi-7in", width: 154.08, height: 85.92)
        panel.rate = 60
        panel.grid = 154.08 / 800
        panel.hasPressure = false
        return panel
    }()

    /// A resistive panel of 15 inches: one contact, spikes as the film settles (assumed).
    public static let resistive: PanelModel = {
        var panel = PanelModel("resistive", width: 304, height: 228)
        panel.rate = 80
        panel.slots = 1
        panel.noise = 0.25
        panel.spikes = 0.01
        return panel
    }()

    /// The good panel with water on it: contacts split and break, some are no fingers (assumed).
    public static let wet: PanelModel = {
        var panel = PanelModel("wet", width: 528, height: 297)
        panel.noise = 0.15
        panel.splits = 1
        panel.breaks = 0.2
        panel.ghosts = 0.5
        return panel
    }()

    /// An infrared frame on a wall display of 86 inches, at 60 Hz (assumed).
    public static let wall: PanelModel = {
        var panel = PanelModel("wall-86in", width: 1_895, height: 1_066)
        panel.rate = 60
        panel.resolution = 17
        panel.grid = 1
        panel.slots = 20
        panel.lag = 0.016
        panel.noise = 0.4
        panel.hasPressure = false
        return panel
    }()

    /// The panels that the command line can name.
    public static let all: [PanelModel] = [good, infrared, raspberryPi, resistive, wet, wall]

    /// The panel with a name; `nil` if no panel has it.
    public init?(named name: String) {
        guard let panel = Self.all.first(where: { $0.name == name }) else { return nil }
        self = panel
    }
}
