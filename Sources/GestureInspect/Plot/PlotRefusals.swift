import LinuxIO
import TouchCore

/// A touch without a recognised gesture, and why.
struct PlottedRefusal: Hashable {
    /// Index of the zone.
    let zone: Int
    /// When its first finger landed.
    let since: Timestamp
    /// When its last finger lifted.
    let time: Timestamp
    /// One for each gesture that was possible.
    let reasons: [String]
    /// Its first finger, as an index in the strokes of the device.
    private(set) var stroke = 0

    /// The touches that the explanations of one step are about, each with the reasons why its
    /// gestures were not recognised; gestures that take other numbers of fingers are omitted.
    static func all(
        of explanations: [GestureExplanation], _ configuration: GestureConfiguration
    ) -> [PlottedRefusal] {
        var refusals: [PlottedRefusal] = []
        var rest = explanations[...]
        while let first = rest.first {
            let touch = rest.prefix {
                $0.zone == first.zone && $0.since == first.since && $0.time == first.time
            }
            rest = rest.dropFirst(touch.count)
            let near = touch.filter { !$0.isOfOtherFingers }
            let reasons = ExplanationWords(near, configuration).lines.map(\.text)
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

    /// The same with the stroke of its first finger.
    func on(_ stroke: Int) -> PlottedRefusal {
        var refusal = self
        refusal.stroke = stroke
        return refusal
    }
}

extension GestureExplanation {
    /// Whether it takes another number of fingers.
    fileprivate var isOfOtherFingers: Bool {
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

    /// The letters of touches without a gesture, near their ends.
    func drawLetters(into svg: inout SVGText, _ labels: inout PlotLabels) {
        for (index, refusal) in lettered.enumerated() {
            let end = surface.pixel(device.strokes[refusal.stroke].end)
            guard let place = labels.place(near: end, radius: Self.badgeRadius + 1) else {
                continue
            }
            drawLetter(index, at: place, into: &svg)
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
                "\(seconds(refusal.since)) s to \(seconds(refusal.time)) s: nothing came of it",
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
        let more = device.refusals.count - lettered.count
        guard more > 0 else { return y }
        svg.words(
            "… and \(more) more of which nothing came", "when", x: PlotPicture.margin, y: y + 16)
        return y + 28
    }

    /// The letter of a touch without a gesture.
    func drawLetter(_ index: Int, at place: PlotPixel, into svg: inout SVGText) {
        svg.circle("refused", place, radius: Self.badgeRadius)
        let letter = Character(UnicodeScalar(UInt8(ascii: "a") + UInt8(clamping: min(index, 25))))
        svg.words(String(letter), "letter", x: place.x, y: place.y + 4)
    }
}
