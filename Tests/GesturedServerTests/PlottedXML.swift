import Foundation
import FoundationXML

@testable import GestureInspect
@testable import GesturedServer

/// A picture as parsed by an XML reader.
final class PlottedXML: NSObject, XMLParserDelegate {
    /// The elements that a picture may have; none of them executes or fetches anything.
    static let allowed: Set<String> = [
        "svg", "title", "style", "rect", "path", "circle", "text", "tspan",
    ]

    let text: String
    /// The parse error; `nil` if the picture is well-formed.
    private(set) var problem: (any Error)?
    private(set) var elements: [String] = []
    private var contents: [String] = []
    /// Whether the element that began last has not ended; text is added to that element.
    private var isInside = false
    private var attributeSets: [[String: String]] = []

    init(_ text: String) {
        self.text = text
        super.init()
        let parser = XMLParser(data: Data(text.utf8))
        parser.delegate = self
        if !parser.parse() {
            problem = parser.parserError ?? CocoaError(.propertyListReadCorrupt)
        }
    }

    /// The lines of text in the picture.
    var lines: [String] {
        zip(elements, contents).filter { ["text", "tspan"].contains($0.0) }.map { $0.1 }
    }

    /// The centres of the numbers of gestures, on the glass and in the list.
    var badges: [PlotPixel] {
        attributeSets.filter { $0["class"] == "badge" && $0["r"] == "9" }.compactMap(Self.centre)
    }

    func circles(_ style: String) -> [PlotPixel] {
        attributeSets.filter { $0["class"] == style }.compactMap(Self.centre)
    }

    func boxes(_ style: String) -> [PlotBox] {
        attributeSets.filter { $0["class"] == style }.compactMap { attributes in
            let sides = ["x", "y", "width", "height"].compactMap {
                attributes[$0].flatMap(Double.init)
            }
            guard sides.count == 4 else { return nil }
            return PlotBox(x: sides[0], y: sides[1], width: sides[2], height: sides[3])
        }
    }

    func attributes(_ style: String, _ name: String) -> [String] {
        attributeSets.filter { $0["class"] == style }.compactMap { $0[name] }
    }

    private static func centre(_ attributes: [String: String]) -> PlotPixel? {
        guard let x = attributes["cx"].flatMap(Double.init),
            let y = attributes["cy"].flatMap(Double.init)
        else { return nil }
        return PlotPixel(x: x, y: y)
    }

    func parser(
        _ parser: XMLParser, didStartElement element: String, namespaceURI: String?,
        qualifiedName: String?, attributes: [String: String]
    ) {
        elements.append(element)
        attributeSets.append(attributes)
        contents.append("")
        isInside = true
    }

    func parser(
        _ parser: XMLParser, didEndElement element: String, namespaceURI: String?,
        qualifiedName: String?
    ) {
        isInside = false
    }

    func parser(_ parser: XMLParser, foundCharacters string: String) {
        guard isInside, !contents.isEmpty else { return }
        contents[contents.count - 1] += string
    }
}
