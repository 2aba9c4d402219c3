/// A format of Prometheus.
enum MetricsFormat: Equatable {
    /// Text 0.0.4, which every version of Prometheus accepts.
    case text
    /// OpenMetrics 1.0.
    case openMetrics

    /// The format that a client prefers, by the values of its `Accept`; text if there is no
    /// `Accept`.
    init(accept: [String]) {
        var best: (text: Double, open: Double) = (0, 0)
        for range in accept.joined(separator: ",").split(separator: ",") {
            let parts = range.lowercased().split(separator: ";").map {
                $0.filter { $0 != " " && $0 != "\t" }
            }
            guard let name = parts.first else { continue }
            let quality =
                parts.first { $0.hasPrefix("q=") }.map { Double($0.dropFirst(2)) ?? 0 } ?? 1
            let version = parts.first { $0.hasPrefix("version=") }?.dropFirst(8)
            if name == "application/openmetrics-text", version == nil || version == "1.0.0" {
                best.open = max(best.open, quality)
            } else if ["text/plain", "text/*", "*/*"].contains(name) {
                best.text = max(best.text, quality)
            }
        }
        self = best.open > 0 && best.open >= best.text ? .openMetrics : .text
    }

    /// The media type of an answer.
    var type: String {
        switch self {
        case .text: "text/plain; version=0.0.4; charset=utf-8"
        case .openMetrics: "application/openmetrics-text; version=1.0.0; charset=utf-8"
        }
    }
}

/// Metrics in the format of Prometheus.
struct MetricsText {
    /// The type of a family of samples.
    enum Kind: String {
        case gauge, counter, histogram, info
    }

    private let format: MetricsFormat
    private var text = ""

    init(_ format: MetricsFormat) {
        self.format = format
    }

    /// Begins a family; its samples follow.
    ///
    /// - Parameter name: the name as in its samples: `_total` for counters, `_info` for an info.
    mutating func family(_ name: String, _ kind: Kind, _ help: String) {
        var (name, kind) = (name, kind.rawValue)
        if format == .openMetrics {
            for suffix in ["_total", "_info"] where name.hasSuffix(suffix) {
                name.removeLast(suffix.count)
            }
        } else if kind == "info" {
            kind = "gauge"
        }
        text += "# HELP \(name) \(help)\n# TYPE \(name) \(kind)\n"
    }

    /// Appends a sample of the family; the values of labels may contain any characters.
    mutating func sample(_ name: String, _ labels: [(String, String)] = [], _ value: String) {
        text += name
        if !labels.isEmpty {
            let pairs = labels.map { "\($0.0)=\"\(Self.escaped($0.1))\"" }
            text += "{\(pairs.joined(separator: ","))}"
        }
        text += " \(value)\n"
    }

    /// Appends a family of one sample, if there is a value.
    mutating func single(_ name: String, _ kind: Kind, _ help: String, _ value: String?) {
        guard let value else { return }
        family(name, kind, help)
        sample(name, [], value)
    }

    /// The complete text.
    func finish() -> [UInt8] { Array((format == .openMetrics ? text + "# EOF\n" : text).utf8) }

    private static func escaped(_ value: String) -> String {
        var result = ""
        for character in value.unicodeScalars {
            switch character {
            case "\\": result += "\\\\"
            case "\"": result += "\\\""
            case "\n": result += "\\n"
            default: result.unicodeScalars.append(character)
            }
        }
        return result
    }

    /// Microseconds as seconds, in plain decimal notation.
    static func seconds(us: Int64) -> String {
        let (whole, rest) = us.magnitude.quotientAndRemainder(dividingBy: 1_000_000)
        let digits = String(rest)
        let fraction = String(repeating: "0", count: 6 - digits.count) + digits
        let trimmed = fraction.reversed().drop { $0 == "0" }.reversed()
        return (us < 0 ? "-" : "") + String(whole) + (trimmed.isEmpty ? "" : "." + String(trimmed))
    }
}
