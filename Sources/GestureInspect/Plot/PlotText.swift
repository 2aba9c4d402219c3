/// How wide text gets, and what of it fits: there are no fonts here to ask, so it is estimated.
enum PlotText {
    /// About how wide `text` is in letters of `size` pixels; rather too wide than too narrow.
    static func width(of text: String, size: Double) -> Double {
        text.unicodeScalars.reduce(0) { $0 + advance($1) } * size
    }

    /// As much of `text` as fits into `width` pixels, with an ellipsis where some is left out.
    static func fitting(_ text: String, _ width: Double, size: Double) -> String {
        guard self.width(of: text, size: size) > width else { return text }
        var fitting = ""
        var rest = width / size - advance("…")
        for scalar in text.unicodeScalars {
            rest -= advance(scalar)
            guard rest >= 0 else { break }
            fitting.unicodeScalars.append(scalar)
        }
        return fitting + "…"
    }

    /// The share of a letter's height that it takes of the line, as in DejaVu Sans.
    private static func advance(_ scalar: Unicode.Scalar) -> Double {
        switch scalar {
        case " ", ".", ",", ":", ";", "i", "j", "l", "I", "'", "|", "(", ")", "f", "r", "t": 0.4
        case "m", "w", "M", "W", "@", "%", "…", "—": 1
        case ..<"\u{1100}": 0.63
        default: 1.05
        }
    }
}
