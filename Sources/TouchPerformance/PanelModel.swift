/// How a panel reports the fingers on it, with its faults.
///
/// No figure here was measured on a panel by this project. A figure without a source is assumed.
public typealias PanelModel = Figures<PanelFigure>

/// The figures in which panels differ. docs/gesturectl.md has the same list.
public enum PanelFigure: String, FigureName {
    /// The surface.
    case width
    case height
    /// Frames per second.
    case rate
    /// Units of the axes per millimetre.
    case resolution
    /// The spacing of the positions that it can report; 0 for one unit.
    case grid
    /// How many contacts it reports; with 1 the panel has no slots.
    case slots
    /// The age of the positions in a frame.
    case lag
    /// The standard deviation of each coordinate.
    case noise
    /// The share of frames that are lost.
    case lost
    /// The share of samples in which a contact is missing: it lifts, and lands in the next one.
    case missing
    /// The share of samples that lie elsewhere, and how far.
    case spikes
    case spike
    /// The share of contacts whose first sample, or last one, lies elsewhere.
    case first
    case last
    /// How often a contact lies elsewhere for several frames, and for how many.
    case bursts
    case burst
    /// The share of touches whose contact breaks once, and for how long.
    case breaks
    case gone
    /// How often a second contact appears beside one, for how long, and how far away.
    case splits
    case splitting
    case split
    /// In how many frames the controller sees a contact before it reports it.
    case confirms
    /// How often a contact that no finger made appears, and in how many frames.
    case ghosts
    case ghost
    /// How far from the first finger a palm rests, 0 for none; and how long before it the palm lands.
    case palm
    case early
    /// The distance from the first touch of a contact that never lifts; 0 for no such contact.
    case stuck
    /// The standard deviation by which frames are stamped late.
    case late
    /// How many frames are stamped as one.
    case bunch
    /// The ticks of the panel's own clock, which is exact; 0 if it has none.
    case clock
    /// The maximum of pressure; 0 if it measures none.
    case pressure
    /// The standard deviation of pressure.
    case flutter

    public static var subject: String { "panel" }

    public var isDrawn: Bool { [.spike, .gone, .splitting, .split, .palm, .early].contains(self) }

    public var limits: ClosedRange<Double>? {
        switch self {
        case .width, .height: 20...3_000
        case .rate: 1...1_000
        case .confirms: 0...20
        case .resolution: 1...1_000
        case .slots: 1...64
        case .bunch: 1...100
        case .ghost, .burst: 1...20
        case .ghosts, .splits, .bursts: 0...5
        case .grid, .noise, .spike, .split, .palm, .stuck: 0...3_000
        default: nil
        }
    }

    public static var known: [(name: String, figures: String)] {
        [
            // A capacitive panel of 24 inches without a fault (assumed, except that 16:9 of this
            // diagonal is 531 × 299 mm). The ranges of faults are assumed.
            (
                "good",
                """
                width 528 mm, height 297 mm, rate 120 Hz, resolution 31, grid 0 mm, slots 10, \
                lag 0 ms, noise 0.07 mm, lost 0 %, missing 0 %, spikes 0 %, spike 5..40 mm, \
                first 0 %, last 0 %, bursts 0 Hz, burst 3, breaks 0 %, gone 20..60 ms, \
                splits 0 Hz, splitting 20..90 ms, split 5..12 mm, confirms 0, ghosts 0 Hz, \
                ghost 1, palm 0 mm, early 450 ms, stuck 0 mm, late 0 ms, bunch 1, clock 0 ms, pressure 255, \
                flutter 0 %
                """
            ),
            // An infrared frame of 32 inches: beams 3 mm apart, one frame late (assumed).
            (
                "ir-30hz",
                """
                width 698 mm, height 393 mm, 30 Hz, grid 0.5 mm, lag 33 ms, noise 0.3 mm, \
                pressure 0
                """
            ),
            // The 7-inch display of a Raspberry Pi: positions in pixels of 800 × 480, ten contacts
            // (data sheet of the display); 60 Hz and no pressure (assumed).
            (
                "pi-7in",
                "width 154.08 mm, height 85.92 mm, 60 Hz, grid 0.1926 mm, pressure 0"
            ),
            // A resistive panel of 15 inches: spikes as the film settles (assumed).
            (
                "resistive",
                "width 304 mm, height 228 mm, 80 Hz, slots 1, noise 0.25 mm, spikes 1 %"
            ),
            // The good panel with water on it (assumed).
            ("wet", "noise 0.15 mm, splits 1 Hz, breaks 20 %, ghosts 0.5 Hz"),
            // An infrared frame on a wall display of 86 inches (assumed).
            (
                "wall-86in",
                """
                width 1895 mm, height 1066 mm, 60 Hz, resolution 17, grid 1 mm, slots 20, \
                lag 16 ms, noise 0.4 mm, pressure 0
                """
            ),
        ]
    }
}
