import TouchCore

extension GestureKind {
    /// The colour of the kind in a picture: dark enough for white figures on it.
    ///
    /// After Okabe and Ito's palette, whose colours stay apart for the colour-blind.
    var colour: String {
        switch self {
        case .tap: "#0072b2"
        case .press: "#4a6a8a"
        case .longPress: "#c44e00"
        case .drag: "#007a5a"
        case .swipe: "#b0408c"
        case .magnify: "#6a3fb0"
        case .rotate: "#8a6400"
        case .deepPress: "#c0101c"
        case .force: "#505050"
        case .simultaneous: "#2f4fb0"
        case .sequence: "#3a7a1a"
        case .exclusive: "#7a2a4a"
        case .custom: "#303030"
        }
    }

    /// The name as it stands in sentences.
    var words: String {
        String(rawValue.map { $0 == "_" ? " " : $0 })
    }
}
