import TouchCore

extension GestureKind {
    /// Dark enough for white figures on them, one kind after the other.
    ///
    /// After Okabe and Ito's palette, whose colours stay apart for the colour-blind.
    private static let colours = [
        "#0072b2", "#4a6a8a", "#c44e00", "#007a5a", "#b0408c", "#6a3fb0", "#8a6400", "#c0101c",
        "#505050", "#2f4fb0", "#3a7a1a", "#7a2a4a",
    ]

    /// The colour of the kind in a picture.
    var colour: String {
        let place = Self.allCases.firstIndex(of: self)
        return place.map { Self.colours[$0 % Self.colours.count] } ?? "#303030"
    }

    /// The name as it stands in sentences.
    var words: String {
        String(rawValue.map { $0 == "_" ? " " : $0 })
    }

    /// Whether it is a way that is told whole, once it was gone.
    var isStroke: Bool { fields.contains(.translation) && traits.contains(.discrete) }

    /// Whether it is a way that is told as it is gone.
    var isWay: Bool { fields.contains([.translation, .velocity]) && !isStroke }
}
