public import TouchViews

/// A picture that two fingers scale and turn at the same time.
@MainActor
public final class Picture {
    public private(set) var scale: CGFloat = 1
    public private(set) var angle = Angle.zero

    public init(in view: UIView, report: @escaping (String) -> Void) {
        let both = MagnifyGesture().simultaneously(with: RotateGesture())
        view.gesture(
            both
                .onChanged { value in
                    let parts = [
                        value.first.map { _ in "scaled" }, value.second.map { _ in "turned" },
                    ]
                    report(parts.compactMap { $0 }.joined(separator: " and "))
                }
                .onEnded { [unowned self] value in
                    scale *= value.first?.magnification ?? 1
                    angle += value.second?.rotation ?? .zero
                    report("×\(scale), \(angle.degrees.rounded())°")
                })
    }
}
