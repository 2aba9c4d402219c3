import GestureWire
import LinuxIO
import TouchCore

/// One device of a picture: its name, its glass with what happened on it, and a list of that.
struct PlotPanel {
    let device: PlottedDevice
    let account: PlotAccount
    /// Where the surface lies.
    let glass: PlotGlass
    private let top: Double

    /// Gestures that get a number; of more there is only the count.
    static let mostListed = 80

    /// A panel that begins `top` pixels from the top of the picture.
    init(device: PlottedDevice, account: PlotAccount, top: Double) {
        self.device = device
        self.account = account
        self.top = top
        // Room for the heading above, and for the figures of the rulers.
        glass = PlotGlass(
            width: device.record.width, height: device.record.height,
            at: PlotPixel(x: PlotPicture.margin + 34, y: top + 92))
    }

    /// Draws everything; returns where it ends.
    func draw(into svg: inout SVGText) -> Double {
        drawHeading(into: &svg)
        var labels = PlotLabels(within: glass.box)
        drawGlass(into: &svg)
        drawZones(into: &svg, &labels)
        drawWays(into: &svg, &labels)
        drawStrokes(into: &svg, &labels)
        drawNumbers(into: &svg, &labels)
        if device.strokes.isEmpty {
            let centre = glass.pixel(glass.size / 2)
            svg.words("no finger came to the glass", "empty", x: centre.x, y: centre.y)
        }
        return drawList(into: &svg, below: drawKey(into: &svg, below: glass.box.bottom))
    }

    /// The gestures that have a number, which is their place here and one more.
    var listed: ArraySlice<PlottedGesture> { device.gestures.prefix(Self.mostListed) }

    private func drawHeading(into svg: inout SVGText) {
        let record = device.record
        let name = "device \(record.id): \(escapedText(record.name))"
        let width = PlotPicture.width - 2 * PlotPicture.margin
        let lines = [
            ("heading", PlotText.fitting(name, width, size: 16)), ("note", identity),
            ("note", facts),
        ]
        for (index, line) in lines.enumerated() {
            svg.words(
                line.1, line.0, x: PlotPicture.margin, y: top + 22 + Double(index) * 18)
        }
    }

    private var identity: String {
        let record = device.record
        let sides = [record.width, record.height].map { fixedDecimal($0, places: 1) }
        let force =
            switch record.force {
            case .pressure: "force: the pressure"
            case .area: "force: the size of the touch"
            case nil: "no force"
            }
        return [
            "\(sides[0]) × \(sides[1]) mm, \(record.size.words)",
            "\(hexadecimal(record.vendor)):\(hexadecimal(record.product))",
            record.slots == 1 ? "1 slot" : "\(record.slots) slots", force,
        ].joined(separator: " · ")
    }

    private var facts: String {
        let cancelled = device.gestures.count(where: \.isCancelled)
        let contacts = device.strokes.count
        var facts = [
            "\(device.frames) frames"
                + (device.first.map { " from \(seconds($0)) s" } ?? "")
                + (device.last.map { " to \(seconds($0)) s" } ?? ""),
            "\(contacts) \(contacts == 1 ? "contact" : "contacts")"
                + (contacts > 1 ? ", at most \(device.mostContacts) at a time" : ""),
            "\(device.gestures.count) \(device.gestures.count == 1 ? "gesture" : "gestures")"
                + (cancelled > 0 ? ", \(cancelled) cancelled" : ""),
        ]
        if device.losses > 0 {
            facts.append("events lost \(device.losses == 1 ? "once" : "\(device.losses) times")")
        }
        return facts.joined(separator: " · ")
    }

    /// `time` as `--dump` counts it.
    func seconds(_ time: Timestamp) -> String {
        fixedDecimal(account.seconds(time), places: 3)
    }
}
