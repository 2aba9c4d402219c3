/// Which of the gestures of a view and of what it holds receive fingers.
public struct GestureMask: OptionSet, Sendable {
    public let rawValue: UInt32

    public init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    /// Neither.
    public static let none = GestureMask([])
    /// The gesture that is added; what is inside of it receives nothing.
    public static let gesture = GestureMask(rawValue: 1)
    /// What is inside alone: what the view holds, and the gestures that it had before.
    public static let subviews = GestureMask(rawValue: 2)
    /// Both.
    public static let all: GestureMask = [.gesture, .subviews]
}

/// A gesture on a view: may be switched and taken away at run time.
@MainActor
public final class GestureAttachment {
    /// How it competes with gestures elsewhere.
    public enum Priority: Sendable {
        /// After those inside.
        case normal
        /// Before those inside.
        case high
        /// With all.
        case simultaneous
    }

    /// Which gestures receive fingers that land from now on; without `.gesture` what is under way is
    /// cancelled.
    public var mask: GestureMask {
        didSet { cancelUnlessEffective() }
    }
    /// Whether it receives fingers; where not, only what is inside does, and what is under way is
    /// cancelled.
    public var isEnabled = true {
        didSet { cancelUnlessEffective() }
    }

    let recognizer: UIGestureRecognizer
    let priority: Priority
    private weak var view: UIView?

    init(
        _ recognizer: UIGestureRecognizer, to view: UIView, _ priority: Priority,
        mask: GestureMask = .all
    ) {
        self.recognizer = recognizer
        self.priority = priority
        self.mask = mask
        self.view = view
    }

    /// What holds now.
    var effectiveMask: GestureMask { isEnabled ? mask : .subviews }

    private func cancelUnlessEffective() {
        if !effectiveMask.contains(.gesture) { view?.window?.cancel(recognizer) }
    }

    /// Takes it away; what is under way is cancelled.
    public func remove() {
        guard let view else { return }
        view.window?.cancel(recognizer)
        view.attachments.removeAll { $0 === self }
        recognizer.view = nil
        self.view = nil
    }
}

extension UIView {
    /// The recognisers that it has, those of SwiftUI's shape not among them; `nil` where there are none.
    ///
    /// Setting it removes those that are not in the list, and adds the others.
    public var gestureRecognizers: [UIGestureRecognizer]? {
        get {
            let own = attachments.map(\.recognizer).filter { !$0.isPrivate }
            return own.isEmpty ? nil : own
        }
        set {
            let (old, new) = (gestureRecognizers ?? [], newValue ?? [])
            for recognizer in old where !new.contains(recognizer) {
                removeGestureRecognizer(recognizer)
            }
            for recognizer in new where !old.contains(recognizer) {
                addGestureRecognizer(recognizer)
            }
            var ordered = new.compactMap { each in attachments.first { $0.recognizer === each } }
                .makeIterator()
            attachments = attachments.map { $0.recognizer.isPrivate ? $0 : ordered.next() ?? $0 }
        }
    }

    /// Adds a recogniser; it leaves the view that it is on.
    public func addGestureRecognizer(_ recognizer: UIGestureRecognizer) {
        recognizer.view?.removeGestureRecognizer(recognizer)
        attach(recognizer, .normal)
    }

    /// Takes a recogniser away; what it has under way is cancelled.
    public func removeGestureRecognizer(_ recognizer: UIGestureRecognizer) {
        attachments.first { $0.recognizer === recognizer }?.remove()
    }

    /// Adds a gesture at run time; what it returns switches it and takes it away.
    ///
    /// - Parameters:
    ///   - gesture: what to recognise.
    ///   - priority: `.high` as `highPriorityGesture`, `.simultaneous` as `simultaneousGesture` does.
    ///   - mask: whether it, and what is inside, receive fingers.
    @discardableResult
    public func addGesture(
        _ gesture: some Gesture, priority: GestureAttachment.Priority = .normal,
        including mask: GestureMask = .all
    ) -> GestureAttachment {
        attach(AttachedRecognizer(gesture.node), priority, mask)
    }

    /// The position of a recogniser among those of the view.
    func index(of recognizer: UIGestureRecognizer) -> Int? {
        for (index, attachment) in attachments.enumerated()
        where attachment.recognizer === recognizer { return index }
        return nil
    }

    @discardableResult
    func attach(
        _ recognizer: UIGestureRecognizer, _ priority: GestureAttachment.Priority,
        _ mask: GestureMask = .all
    ) -> GestureAttachment {
        let attachment = GestureAttachment(recognizer, to: self, priority, mask: mask)
        recognizer.view = self
        recognizer.isSimultaneous = priority == .simultaneous
        recognizer.isHighPriority = priority == .high
        attachments.append(attachment)
        return attachment
    }
}
