public import TouchViews

/// A tap of two fingers by UIKit's recogniser, beside one of one finger.
@MainActor
public final class TwoFingerTap {
    private let report: (String) -> Void

    public init(in view: UIView, report: @escaping (String) -> Void) {
        self.report = report
        let two = UITapGestureRecognizer(target: self, action: TwoFingerTap.tappedByTwo(_:))
        two.numberOfTouchesRequired = 2
        view.addGestureRecognizer(two)
        view.addGestureRecognizer(
            UITapGestureRecognizer(target: self, action: TwoFingerTap.tappedByOne(_:)))
    }

    private func tappedByTwo(_ tap: UITapGestureRecognizer) {
        report("two at \(tap.location(in: tap.view).x)")
    }

    private func tappedByOne(_ tap: UITapGestureRecognizer) {
        report("one at \(tap.location(in: tap.view).x)")
    }
}
