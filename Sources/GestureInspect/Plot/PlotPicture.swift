import GestureWire
import LinuxIO
import TouchCore

/// The picture of a replay, as SVG: a panel for each device, one below the other.
package struct PlotPicture {
    private let timeline: PlotTimeline
    /// The name of the recording.
    private let title: String

    package init(timeline: PlotTimeline, title: String) {
        self.timeline = timeline
        self.title = title
    }

    /// The width of the picture, in pixels.
    static let width = 1_000.0
    /// Empty space at both sides, in pixels.
    static let margin = 20.0

    /// The document; equal timelines give equal bytes.
    package var text: String {
        var body = SVGText()
        var bottom = drawTitle(into: &body)
        for device in timeline.devices {
            let panel = PlotPanel(device: device, timeline: timeline, top: bottom)
            bottom = panel.draw(into: &body)
        }
        return head(height: bottom + Self.margin) + body.text + "</svg>\n"
    }

    private func head(height: Double) -> String {
        let size = "\(SVGText.number(Self.width)) \(SVGText.number(height))"
        var svg = SVGText()
        svg.open(
            "svg",
            [
                "xmlns": "http://www.w3.org/2000/svg", "width": SVGText.number(Self.width),
                "height": SVGText.number(height), "viewBox": "0 0 \(size)",
            ])
        svg.element("title", [:], "Touches and gestures of \(escapedText(title))")
        svg.element("style", [:], Self.style)
        svg.element("rect", ["class": "paper", "width": "100%", "height": "100%"])
        return svg.text
    }

    private func drawTitle(into svg: inout SVGText) -> Double {
        let words = PlotText.fitting(escapedText(title), 760, size: 19)
        svg.words(words, "title", x: Self.margin, y: 34)
        svg.words(
            "gestured \(gesturedVersion)", "note right", x: Self.width - Self.margin, y: 34)
        return 44
    }

    /// The style sheet, with dark colours for viewers that prefer them. Only cancelled gestures are
    /// dashed.
    private static let style = """

        text { font-family: 'DejaVu Sans', Verdana, sans-serif; fill: #1f2933 }
        .paper { fill: #fff }
        .title { font-size: 18px; font-weight: bold }
        .heading { font-size: 15px; font-weight: bold }
        .note, .detail { font-size: 12px; fill: #52606d }
        .name { font-size: 13px; font-weight: bold }
        .when { font-size: 12px }
        .right { text-anchor: end }
        .ruler, .zone-name { font-size: 11px; fill: #616e7c }
        .above { font-size: 11px; fill: #616e7c; text-anchor: middle }
        .glass { fill: #fbfcfd; stroke: #7b8794 }
        .grid { stroke: #e4e9ee; fill: none }
        .tick { stroke: #7b8794; fill: none }
        .zone { fill: #3b82c4; fill-opacity: .05; stroke: #3b82c4; stroke-opacity: .6 }
        .edge { fill: #c9891a; fill-opacity: .1 }
        .finger { fill: none; stroke-linecap: round; stroke-linejoin: round }
        .free { stroke: #27313b }
        .palm { fill: none; stroke: #b06a6a; stroke-width: 6; stroke-opacity: .3; \
        stroke-linecap: round; stroke-linejoin: round }
        .landing { fill: #27313b }
        .lift { fill: none; stroke: #27313b; stroke-width: 1.3 }
        .link { fill: none; stroke-width: 1.6; stroke-opacity: .7 }
        .way { fill: none; stroke-width: 11; stroke-opacity: .28; stroke-linecap: round; \
        stroke-linejoin: round }
        .throw { fill: none; stroke-width: 2.5 }
        .place { fill: none; stroke-width: 3; stroke-opacity: .55 }
        .void { stroke-dasharray: 7 5; stroke-linecap: butt }
        .leader { stroke-width: 1.2; fill: none }
        .badge { stroke-width: 1.6 }
        .hollow { fill: #fff }
        .refused { fill: #fff; stroke: #7b8794; stroke-width: 1.2 }
        .figure { font-size: 11px; font-weight: bold; text-anchor: middle; fill: #fff }
        .letter { font-size: 11px; text-anchor: middle; fill: #52606d }
        .empty { font-size: 15px; fill: #7b8794; text-anchor: middle }
        .bar { fill-opacity: .85 }
        .spare { fill: #9aa5b1 }
        @media (prefers-color-scheme: dark) {
        text { fill: #e4e7eb }
        .paper { fill: #14181d }
        .note, .detail, .ruler, .zone-name, .above, .letter { fill: #aab4bf }
        .glass { fill: #1b2027; stroke: #66717d }
        .grid { stroke: #2a313a }
        .free, .lift { stroke: #d3dae1 }
        .landing { fill: #d3dae1 }
        .hollow, .refused { fill: #14181d }
        .finger, .way, .throw, .place, .link, .leader, .badge, .bar, .head { filter: brightness(1.5) }
        .way { stroke-opacity: .45 }
        }

        """
}
