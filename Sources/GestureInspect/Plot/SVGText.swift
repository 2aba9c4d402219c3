import LinuxIO

/// An SVG document, written element by element; equal calls give equal bytes.
struct SVGText {
    /// The text written so far.
    private(set) var text = ""

    /// Attributes in the order of output; the values are escaped.
    typealias Attributes = KeyValuePairs<String, String>

    /// Opens an element; `close` must follow.
    mutating func open(_ name: String, _ attributes: Attributes) {
        text += head(name, attributes) + ">\n"
    }

    /// Closes an element.
    mutating func close(_ name: String) {
        text += "</\(name)>\n"
    }

    /// An element without content.
    mutating func element(_ name: String, _ attributes: Attributes) {
        text += head(name, attributes) + "/>\n"
    }

    /// An element with any text as its content.
    mutating func element(_ name: String, _ attributes: Attributes, _ content: String) {
        text += head(name, attributes) + ">" + Self.escape(content) + "</\(name)>\n"
    }

    /// One line of text that begins at `x`, on the base line `y`.
    mutating func words(_ words: String, _ style: String, x: Double, y: Double) {
        element(
            "text", ["class": style, "x": Self.number(x), "y": Self.number(y)], words)
    }

    /// Text in several styles on one line.
    mutating func words(_ pieces: [(style: String, words: String)], x: Double, y: Double) {
        text += head("text", ["x": Self.number(x), "y": Self.number(y), "xml:space": "preserve"])
        text += ">"
        for piece in pieces {
            text += head("tspan", ["class": piece.style]) + ">" + Self.escape(piece.words)
            text += "</tspan>"
        }
        text += "</text>\n"
    }

    /// A circle, in pixels, with the colours of its style unless others are given.
    mutating func circle(
        _ style: String, _ centre: PlotPixel, radius: Double, stroke: String? = nil,
        fill: String? = nil
    ) {
        let (x, y, r) = (Self.number(centre.x), Self.number(centre.y), Self.number(radius))
        // A style sheet overrides the attributes `stroke` and `fill`, so these colours are in
        // `style`.
        let colours = [("stroke", stroke), ("fill", fill)].compactMap { name, colour in
            colour.map { "\(name): \($0)" }
        }
        if colours.isEmpty {
            element("circle", ["class": style, "cx": x, "cy": y, "r": r])
        } else {
            element(
                "circle",
                [
                    "class": style, "cx": x, "cy": y, "r": r,
                    "style": colours.joined(separator: "; "),
                ])
        }
    }

    /// A box.
    mutating func rectangle(_ style: String, _ box: PlotBox) {
        element(
            "rect",
            [
                "class": style, "x": Self.number(box.x), "y": Self.number(box.y),
                "width": Self.number(box.width), "height": Self.number(box.height),
            ])
    }

    /// Pixels with one decimal place, which is omitted if it is zero; 0 for values that are not
    /// finite or exceed a million.
    static func number(_ value: Double) -> String {
        let isUsable = value.isFinite && value.magnitude < 1e6
        return shortDecimal(isUsable ? value : 0, places: 1)
    }

    /// The `d` attribute of a path with straight lines from point to point.
    static func path(_ points: some Sequence<PlotPixel>) -> String {
        var path = ""
        for point in points {
            path += (path.isEmpty ? "M" : " ") + number(point.x) + " " + number(point.y)
        }
        return path
    }

    private func head(_ name: String, _ attributes: Attributes) -> String {
        attributes.reduce("<" + name) { $0 + " \($1.key)=\"\(Self.escape($1.value))\"" }
    }

    /// `text` escaped for XML 1.0; characters that it does not permit become U+FFFD.
    static func escape(_ text: String) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            case "\u{0}"..."\u{8}", "\u{b}"..."\u{1f}", "\u{7f}"..."\u{9f}",
                "\u{fffe}"..."\u{ffff}":
                escaped += "\u{fffd}"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }
}

/// Estimates the width of text, as no fonts are available.
enum PlotText {
    /// The approximate width of `text` in letters of `size` pixels; more often too large than too
    /// small.
    static func width(of text: String, size: Double) -> Double {
        text.unicodeScalars.reduce(0) { $0 + advance($1) } * size
    }

    /// `text` if it fits into `width` pixels, or as much of it as fits before an ellipsis.
    static func fitting(_ text: String, _ width: Double, size: Double) -> String {
        guard self.width(of: text, size: size) > width else { return text }
        var fitting = ""
        var remaining = width / size - advance("…")
        for scalar in text.unicodeScalars {
            remaining -= advance(scalar)
            guard remaining >= 0 else { break }
            fitting.unicodeScalars.append(scalar)
        }
        return fitting + "…"
    }

    /// The width of a letter as a fraction of its height, as in DejaVu Sans.
    private static func advance(_ scalar: Unicode.Scalar) -> Double {
        switch scalar {
        case " ", ".", ",", ":", ";", "i", "j", "l", "I", "'", "|", "(", ")", "f", "r", "t": 0.4
        case "m", "w", "M", "W", "@", "%", "…", "—": 1
        case ..<"\u{1100}": 0.63
        default: 1.05
        }
    }
}
