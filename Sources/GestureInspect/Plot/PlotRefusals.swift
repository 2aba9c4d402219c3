import LinuxIO
import TouchCore

/// A touch without a recognised gesture, and why.
struct PlottedRefusal: Hashable {
    /// The index of the zone in the configuration.
    let zone: Int
    /// When the first finger of the touch landed.
    let since: Timestamp
    /// When the last finger of the touch lifted.
    let time: Timestamp
    /// One reason for each gesture that takes the touch's number of fingers.
    let reasons: [String]
    /// The index of the touch's first finger in the strokes of the device.
    private(set) var stroke = 0

    /// The touches of the explanations of one step, each with the reasons why gestures were not
    /// recognised. Gestures that take other numbers of fingers are omitted.
    static func all(
        of explanations: [GestureExplanation], _ configuration: GestureConfiguration
    ) -> [PlottedRefusal] {
        var refusals: [PlottedRefusal] = []
        var remaining = explanations[...]
        while let first = remaining.first {
            let touch = remaining.prefix {
                $0.zone == first.zone && $0.since == first.since && $0.time == first.time
            }
            remaining = remaining.dropFirst(touch.count)
            let possible = touch.filter { !$0.takesOtherFingers }
            let reasons = ExplanationWords(possible, configuration).lines.map(\.text)
            guard !reasons.isEmpty else { continue }
            refusals.append(
                PlottedRefusal(
                    zone: first.zone, since: first.since, time: first.time, reasons: reasons))
        }
        return refusals
    }

    private init(zone: Int, since: Timestamp, time: Timestamp, reasons: [String]) {
        (self.zone, self.since, self.time, self.reasons) = (zone, since, time, reasons)
    }

    /// The refusal with the stroke of its first finger.
    func withStroke(_ stroke: Int) -> PlottedRefusal {
        var refusal = self
        refusal.stroke = stroke
        return refusal
    }
}

extension GestureExplanation {
    /// Whether the gesture takes another number of fingers.
    fileprivate var takesOtherFingers: Bool {
        if case .fingers = reason { true } else { false }
    }
}

extension PlotPanel {
    /// The maximum number of touches without a gesture that get a letter.
    static let maximumRefusals = 26

    private static let lineHeight = 17.0

    private var lettered: ArraySlice<PlottedRefusal> {
        device.refusals.prefix(Self.maximumRefusals)
    }

    /// Draws the letters of touches without a gesture, near the ends of these.
    func drawLetters(into svg: inout SVGText, _ labels: inout PlotLabels) {
        for (index, refusal) in lettered.enumerated() {
            let end = surface.pixel(device.strokes[refusal.stroke].end)
            guard let position = labels.reserve(near: end, radius: Self.badgeRadius + 1) else {
                continue
            }
            drawLetter(index, at: position, into: &svg)
        }
    }

    /// Draws the reasons for each touch without a gesture. Returns the lower end.
    func drawRefusals(into svg: inout SVGText, below top: Double) -> Double {
        var y = top
        for (index, refusal) in lettered.enumerated() {
            drawLetter(
                index, at: PlotPixel(x: PlotPicture.margin + Self.badgeRadius + 2, y: y + 12),
                into: &svg)
            let x = PlotPicture.margin + 2 * Self.badgeRadius + 10
            svg.words(
                "\(seconds(refusal.since)) s to \(seconds(refusal.time)) s: no gesture",
                "when", x: x, y: y + 16)
            for reason in refusal.reasons {
                y += Self.lineHeight
                let room = PlotPicture.width - PlotPicture.margin - x
                svg.words(
                    PlotText.fitting(escapedText(reason), room, size: 12), "detail", x: x,
                    y: y + 16)
            }
            y += Self.lineHeight + 8
        }
        let omitted = device.refusals.count - lettered.count
        guard omitted > 0 else { return y }
        svg.words(
            "… and \(omitted) more without a gesture", "when", x: PlotPicture.margin, y: y + 16)
        return y + 28
    }

    /// Draws the letter of a touch without a gesture.
    func drawLetter(_ index: Int, at position: PlotPixel, into svg: inout SVGText) {
        svg.circle("refused", position, radius: Self.badgeRadius)
        let letter = Character(UnicodeScalar(UInt8(ascii: "a") + UInt8(clamping: min(index, 25))))
        svg.words(String(letter), "letter", x: position.x, y: position.y + 4)
    }
}
