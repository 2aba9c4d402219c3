public import TouchViews

/// A photo: a double tap zooms, and a single tap shows the caption; the two exclude each other.
@MainActor
public final class Photo {
    /// The view on which fingers land.
    public let view: UIView
    public private(set) var isZoomed = false
    public private(set) var showsCaption = false

    public init(frame: CGRect) {
        view = UIView(frame: frame)
        view.gesture(
            SpatialTapGesture(count: 2)
                .exclusively(before: TapGesture())
                .onEnded { [unowned self] value in
                    switch value {
                    case .first: isZoomed.toggle()
                    case .second: showsCaption.toggle()
                    }
                })
    }
}
